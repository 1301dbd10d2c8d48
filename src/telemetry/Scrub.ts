/*
 * The last filter before text leaves the process in a log or a trace. Secrets should not be in it at all; this catches
 * what libraries and other servers put into their errors.
 */

const hidden = "[redacted]"

/**
 * What looks like a credential wherever it stands: our keys, JWTs, the Authorization header and its like, user and
 * password in a URL, parameters with telling names. Every repetition is bounded or ends where it began, so that long
 * text costs linear time.
 */
const patterns: ReadonlyArray<readonly [RegExp, string]> = [
  [/sonde_live_[0-9a-f]{5,64}/gi, `sonde_live_${hidden}`],
  [/(?<![\w-])(?=[\w-]+\.[\w-]{2,}\.)([\w-]*?\b)eyJ[\w-]{5,}\.[\w-]{2,}\.[\w-]*/g, `$1${hidden}`],
  [/\b(bearer|basic)\s{1,4}(?=[a-z]{0,64}[\d.~+/=_-])[\w.~+/=-]{6,8192}/gi, `$1 ${hidden}`],
  [
    /\b(x-api-key|(?:proxy-)?authorization|(?:set-)?cookie)(\\?["']?\s{0,4}[:=]\s{0,4}\\?["']?)[^\r\n"']{1,8192}/gi,
    `$1$2${hidden}`
  ],
  [/(:\/\/)[^\s/?#"'<>]{1,512}@/g, `$1${hidden}@`],
  [
    /([?&;](?:[\w.-]{0,32}[_.-])?(?:api[_-]?key|key|token|secret|password|passwd|pwd|signature|sig|auth|code)=)[^&#\s"'<>]{1,2048}/gi,
    `$1${hidden}`
  ]
]

/**
 * C0 and C1 controls but tab and line feed, and the characters that turn the direction of text or break lines unseen.
 */
// oxlint-disable-next-line no-control-regex
const unprintable = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u200e\u200f\u2028-\u202e\u2066-\u2069\ufeff]/g

/**
 * Colours, as the log's own form for terminals writes them; other escape sequences come from elsewhere and are removed.
 */
// oxlint-disable-next-line no-control-regex
const colour = /\u001b\[(?:0|1|3[0-7]|4[0-7]|9[0-7])m/

/** Shorter secrets are not looked for: they would match ordinary words. */
const leastLength = 4

const forms = (secret: string): ReadonlyArray<string> => [
  secret,
  encodeURIComponent(secret),
  JSON.stringify(secret).slice(1, -1),
  Buffer.from(secret)
    .toString("base64")
    .replace(/={1,2}$/, "")
]

/** The parts of a URL that are secret when the URL is: its password and its parameters' values. */
const partsOf = (secret: string): ReadonlyArray<string> => {
  const url = URL.parse(secret)
  if (url === null) return [secret]
  const password = url.password.replace(/%(?![0-9a-f]{2})/gi, "%25")
  return [secret, url.password, decodeURIComponent(password), ...url.searchParams.values()]
}

/** Hides these secrets, and whatever else looks like one. */
export const makeScrub = (secrets: ReadonlyArray<string>): ((text: string) => string) => {
  const known = [...new Set(secrets.flatMap(partsOf).flatMap(forms))]
    .filter((secret) => secret.length >= leastLength)
    .sort((one, other) => other.length - one.length)
  return (text) => {
    let clean = text
    for (const secret of known) if (clean.includes(secret)) clean = clean.replaceAll(secret, hidden)
    for (const [pattern, replacement] of patterns) clean = clean.replace(pattern, replacement)
    return clean
  }
}

/** One entry of a log: it can neither move the cursor nor begin a line that looks like an entry of its own. */
export const asEntry = (text: string): string =>
  text
    .split(new RegExp(`(${colour.source})`))
    .map((part, n) => (n % 2 === 1 ? part : part.replace(unprintable, "\ufffd")))
    .join("")
    .replace(/\n(?! )/g, "\n    ")

/** The same for every text inside a value. */
export const scrubDeep = (scrub: (text: string) => string, value: unknown): unknown => {
  if (typeof value === "string") return scrub(value)
  if (Array.isArray(value)) return value.map((entry) => scrubDeep(scrub, entry))
  if (typeof value !== "object" || value === null || ArrayBuffer.isView(value)) return value
  return Object.fromEntries(Object.entries(value).map(([key, entry]) => [key, scrubDeep(scrub, entry)]))
}
