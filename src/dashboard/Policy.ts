/**
 * What a page of the dashboard may load and do: our own files, and forms to us. Nothing inline, nothing from elsewhere.
 */
export const policy =
  "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; form-action 'self'; " +
  "base-uri 'none'; frame-ancestors 'none'"

/**
 * The headers of every page, and of every answer that leads to one. `same-origin` lets a form of ours say where it
 * comes from, which the API asks for, and tells other sites nothing.
 */
export const pageHeaders = {
  "content-security-policy": policy,
  "referrer-policy": "same-origin",
  "cross-origin-opener-policy": "same-origin",
  "cross-origin-resource-policy": "same-origin",
  "permissions-policy": "camera=(), geolocation=(), microphone=(), payment=(), usb=()",
  "x-frame-options": "DENY",
  "cache-control": "no-store"
} as const
