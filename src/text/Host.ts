/** A host without `www.`, which stands for the same site. */
export const bareHost = (host: string): string => host.replace(/^www\./, "")

/** The host of an address, as the URL parser writes it; null where it is no address. */
export const hostnameOf = (url: string): string | null => URL.parse(url)?.hostname ?? null

/** The host of an address without `www.`; null where it is no address. */
export const hostOf = (url: string): string | null => {
  const host = hostnameOf(url)
  return host === null ? null : bareHost(host)
}
