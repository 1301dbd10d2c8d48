/** A host without `www.`, which stands for the same site. */
export const bareHost = (host: string): string => host.replace(/^www\./, "")

/** The host of an address without `www.`; null where it is no address. */
export const hostOf = (url: string): string | null => {
  const host = URL.parse(url)?.hostname
  return host === undefined ? null : bareHost(host)
}
