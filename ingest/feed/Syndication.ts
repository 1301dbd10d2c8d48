import type { XmlElement } from "./Xml.ts"

/** Minutes in each period of the syndication module. */
const PERIODS: ReadonlyMap<string, number> = new Map([
  ["hourly", 60],
  ["daily", 1_440],
  ["weekly", 10_080],
  ["monthly", 43_200],
  ["yearly", 525_600]
])

/**
 * How many minutes the publisher asks to wait: RSS 2.0's `ttl`, else the syndication module, which stands in feeds of
 * any format.
 */
export const ttlOf = (feed: XmlElement): number | null => {
  const ttl = Number.parseInt(feed.firstText("ttl"), 10)
  if (ttl > 0) return ttl
  const period = PERIODS.get(feed.firstText("sy:updateperiod").toLowerCase())
  const frequency = Number.parseInt(feed.firstText("sy:updatefrequency"), 10)
  return period === undefined ? null : Math.max(1, Math.round(period / (frequency > 0 ? frequency : 1)))
}
