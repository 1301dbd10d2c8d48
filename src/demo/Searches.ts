/** What people look for in one country: roughly how often today, and how often yesterday (null: not at all). */
export interface Search {
  readonly keyword: string
  readonly today: number
  readonly yesterday: number | null
}

const search = (keyword: string, today: number, yesterday: number | null): Search => ({ keyword, today, yesterday })

/** The most searched first. Some are searched in both countries. */
export const searches: Readonly<Record<"US" | "GB", ReadonlyArray<Search>>> = {
  US: [
    search("lunar eclipse tonight", 500_000, null),
    search("oat milk recall", 200_000, 20_000),
    search("electric vehicle charging near me", 50_000, 50_000),
    search("amperly charger recall", 50_000, null),
    search("heat pump rebate", 20_000, 10_000),
    search("school closings", 20_000, 100_000),
    search("best phone with ai chip", 10_000, 20_000),
    search("electric vehicle charging cost at home", 10_000, 5_000),
    search("meadowpour", 10_000, null),
    search("heat pump vs furnace", 5_000, 5_000),
    search("on-device ai", 5_000, 2_000),
    search("oat milk vs almond milk", 2_000, 2_000),
    search("ev charging stations", 2_000, 1_000),
    search("bidirectional charging", 1_000, 1_000),
    search("tessellon stock", 1_000, null),
    search("how to foam oat milk", 500, 1_000)
  ],
  GB: [
    search("heat pump grant", 100_000, 20_000),
    search("train strike dates", 50_000, 200_000),
    search("lunar eclipse tonight", 20_000, null),
    search("kerbwell shares", 20_000, null),
    search("heat pump running cost", 10_000, 10_000),
    search("electric vehicle charging tariff", 5_000, 2_000),
    search("oat milk tax", 5_000, null),
    search("electric vehicle charging near me", 5_000, 10_000),
    search("cindermoor", 2_000, 500),
    search("oat milk recall", 1_000, null),
    search("ai chip laptop", 1_000, 1_000),
    search("plant-based drinks sugar", 500, null),
    search("barista oat milk offers", 500, 1_000),
    search("propane heat pump safety", 200, null)
  ]
}

export type Country = keyof typeof searches

export const countries = Object.keys(searches) as ReadonlyArray<Country>
