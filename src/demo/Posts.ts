/** A discussion in a community. */
export interface Post {
  readonly community: string
  readonly hoursAgo: number
  readonly title: string
  readonly by: string
}

const post = (community: string, hoursAgo: number, title: string, by: string): Post => ({
  community,
  hoursAgo,
  title,
  by
})

/** The hottest first. */
export const posts: ReadonlyArray<Post> = [
  post(
    "PlugInDrivers",
    4,
    "Electric vehicle charging at my supermarket now costs more than diesel. Rant inside.",
    "amp_hour"
  ),
  post("OatsAndCo", 6, "PSA: check the lot number on your barista oat milk before you drink it", "steelcutsam"),
  post(
    "WarmHomes",
    5,
    "One year with a heat pump in a 1931 house: all the numbers, and what I'd do differently",
    "drafty_attic"
  ),
  post("EdgeSilicon", 7, "T9 teardown: where does the heat of that AI chip go?", "solderbridge"),
  post("PlugInDrivers", 9, "Amperly recall: how to read the date code on your unit", "wallboxwendy"),
  post("WarmHomes", 11, "Quote check: $23k for a 9 kW heat pump, am I being had?", "frostypipes"),
  post(
    "EdgeSilicon",
    12,
    "Running a 7B model fully on-device: an AI chip comparison in one spreadsheet",
    "tokens_per_joule"
  ),
  post("OatsAndCo", 13, "Blind test of nine oat milks: the cheapest one won", "flatwhiteflora"),
  post("PlugInDrivers", 15, "I mapped 1,200 broken electric vehicle charging bays. Here is what fails", "kmh_kwh"),
  post(
    "ShelfTalkers",
    16,
    "Our store just lost a metre of plant-based and gained a metre of own-label oat milk",
    "facingup"
  ),
  post("WarmHomes", 19, "Installer says propane heat pumps must be 1 m from windows. True?", "boilerlessbob"),
  post("EdgeSilicon", 20, "Is anybody else's laptop ignoring its second AI chip?", "kernelpanicked"),
  post("PlugInDrivers", 23, "Two-way charging paid me $38 last month, ask me anything", "gridguest"),
  post("OatsAndCo", 25, "Why does oat milk split in light roast? A food scientist explains", "ph_is_my_ph"),
  post("WarmHomes", 28, "Heat pump at −18 °C: it is fine, stop asking", "northern_lint"),
  post(
    "ShelfTalkers",
    31,
    "Customers hoarding cartons before the oat milk tax: what do your shelves look like?",
    "gondolaend"
  ),
  post("EdgeSilicon", 34, "Memory prices & the AI chip in your next phone: a long read", "dramatic_ram"),
  post("PlugInDrivers", 37, "Electric vehicle charging etiquette: is 80% & leave really that hard?", "towbartom"),
  post("WarmHomes", 41, "Landlord offers a heat pump for £45 more rent a month. Worth it?", "tenant_of_dreams"),
  post("OatsAndCo", 46, "Powdered oat milk: month three. I have opinions", "sachetsceptic"),
  post(
    "EdgeSilicon",
    52,
    "The instruction set of an on-device AI chip, reverse-engineered over a winter",
    "opcodeotter"
  ),
  post("ShelfTalkers", 58, "Charging bays in our car park: the queue for coffee has doubled", "tillnine")
]

export const communities: ReadonlyArray<string> = [...new Set(posts.map(({ community }) => community))]
