import { MAX_URL } from "./Limits.ts"

// eslint-disable-next-line no-control-regex
const CONTROLS = /[\u0000-\u001f\u007f-\u009f\ufeff]/g

/** The absolute http(s) URL that `href` means at `base`, or null: nothing else is ever followed or shown as a link. */
export const resolveUrl = (href: string, base: string): string | null => {
  const trimmed = href.replace(CONTROLS, "").trim()
  if (trimmed === "" || trimmed.length > MAX_URL) return null
  const url = URL.parse(trimmed.toWellFormed(), base)
  if (url === null || (url.protocol !== "https:" && url.protocol !== "http:")) return null
  return url.href.length > MAX_URL ? null : url.href
}

/** Parameters that say where a reader came from, not what is read. */
const TRACKING = /^(?:utm_\w*|fbclid|gclid|gclsrc|dclid|msclkid|yclid|igshid|mc_cid|mc_eid)(?:=|$)/i

/**
 * The same story's URL whoever links to it: fragment and tracking parameters off, host in lower case, default port off.
 * The other parameters keep their bytes and their order. Text that is no absolute URL comes back trimmed.
 */
export const canonicalUrl = (url: string): string => {
  const parsed = URL.parse(url)
  if (parsed === null) return url.trim()
  parsed.hash = ""
  const query = parsed.search
    .slice(1)
    .split("&")
    .filter((parameter) => parameter !== "" && !TRACKING.test(parameter))
    .join("&")
  parsed.search = query === "" ? "" : `?${query}`
  return parsed.href
}
