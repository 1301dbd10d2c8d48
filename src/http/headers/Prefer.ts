/*
 * Preferences of a request (RFC 7240): `Prefer: respond-async;x=y, wait="5"`.
 */

/** What stands between commas that are not inside quotes. */
const elements = /(?:[^,"]|"(?:[^"\\]|\\.)*"?)+/g

/** The preferences by name, each with its value (empty when it has none); of one that is repeated the first counts. */
const preferencesOf = (header: string): ReadonlyMap<string, string> => {
  const found = new Map<string, string>()
  for (const [element] of header.matchAll(elements)) {
    // What follows a semicolon are parameters, which no preference of ours has.
    const [name = "", value = ""] = element
      .split(";", 1)[0]!
      .split("=")
      .map((part) => part.trim())
    const key = name.toLowerCase()
    if (!found.has(key)) found.set(key, value.replace(/^"(.*)"$/, "$1"))
  }
  return found
}

/**
 * The seconds that a caller is willing to wait: with `wait=5` five, with `respond-async` alone none, otherwise as long
 * as the service's own limit, which nobody exceeds.
 */
export const waitSeconds = (prefer: string | undefined, limit: number): number => {
  const preferences = preferencesOf(prefer ?? "")
  const wait = preferences.get("wait") ?? ""
  if (/^\d{1,9}$/.test(wait)) return Math.min(Number(wait), limit)
  return preferences.has("respond-async") ? 0 : limit
}
