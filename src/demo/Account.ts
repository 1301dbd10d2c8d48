import type { NewTrackedKeyword } from "../storage/keywords/TrackedKeywords.ts"

/** What the local account of the demo watches. */
export const competitors: ReadonlyArray<{
  readonly name: string
  readonly domain: string
  readonly daysAgo: number
  readonly paused?: true
}> = [
  { name: "Voltmarsh Networks", domain: "voltmarsh.example", daysAgo: 61 },
  { name: "Wattmühle", domain: "xn--wattmhle-b6a.example", daysAgo: 61 },
  { name: "Kerbwell", domain: "kerbwell.example", daysAgo: 47 },
  { name: "Hearthloop", domain: "hearthloop.example", daysAgo: 40 },
  { name: "Cindermoor", domain: "cindermoor.example", daysAgo: 40 },
  { name: "Tessellon Semiconductor", domain: "tessellon.example", daysAgo: 26 },
  { name: "Nimbrel Devices", domain: "nimbrel.example", daysAgo: 26 },
  { name: "Meadowpour Foods", domain: "meadowpour.example", daysAgo: 12 },
  { name: "Haverlund", domain: "haverlund.example", daysAgo: 12 },
  { name: "Pebblecore", domain: "pebblecore.example", daysAgo: 9, paused: true }
]

/** A keyword that is followed, with its place at first and now; null when it was not among the first hundred. */
export interface Followed extends NewTrackedKeyword {
  readonly daysAgo: number
  readonly from: number | null
  readonly to: number | null
}

const followed = (
  keyword: string,
  page: string,
  search_volume: number | null,
  daysAgo: number,
  from: number | null,
  to: number | null
): Followed => ({
  keyword,
  target_url: `https://www.northquay-research.example/${page}`,
  search_volume,
  daysAgo,
  from,
  to
})

export const followedKeywords: ReadonlyArray<Followed> = [
  followed("electric vehicle charging market", "charging/market", 2_900, 56, 18, 6),
  followed("electric vehicle charging cost", "charging/cost", 33_100, 56, 41, 27),
  followed("heat pump market share", "heat/market-share", 1_300, 42, 9, 12),
  followed("heat pump running cost", "heat/running-cost", 22_200, 42, null, 58),
  followed("on-device ai chip comparison", "chips/comparison", 880, 28, 14, 4),
  followed("ai chip market forecast", "chips/forecast", 4_400, 28, 33, 35),
  followed("oat milk market size", "oat/market-size", 1_600, 21, 7, 3),
  followed("oat milk price trend", "oat/prices", null, 6, 72, null)
]
