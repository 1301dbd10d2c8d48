import type { NewCompany } from "../../src/domain/Company.ts"

/** Numbers from 0 to 1 that are the same in every run (mulberry32). */
export const seeded = (seed: number): (() => number) => {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}

const onsets = "b br c ch cl cr d dr f fl g gr h j k l m n p pl pr qu r s sh sl st t th tr v w z".split(" ")
const nuclei = "a e i o u ai ea io ou".split(" ")
const codas = ["", "", "", "l", "m", "n", "r", "s", "t", "x", "nd", "rt"]
const common =
  "Global Capital Energy Financial International Technologies Systems Resources Partners Pharmaceuticals Solutions Bancorp Industries Medical Acquisition American Health National United Digital First Pacific Power Therapeutics Semiconductor Software Mining Properties Realty Networks Motors Foods Insurance Materials Communications Services Entertainment Biosciences Oil Gas Steel Water Airlines Logistics".split(
    " "
  )
const forms = [
  "Inc.",
  "INC",
  "Corp",
  "CORP /DE/",
  "Ltd",
  "LLC",
  "PLC",
  "AG",
  "S.A.",
  "Holdings, Inc.",
  "Group Ltd",
  "Co",
  ""
]
const industries =
  "Services-Prepackaged Software|Pharmaceutical Preparations|State Commercial Banks|Blank Checks|Real Estate Investment Trusts|Semiconductors & Related Devices|Crude Petroleum & Natural Gas|Surgical & Medical Instruments & Apparatus|Electronic Computers|Retail-Eating Places|Motor Vehicles & Passenger Car Bodies|Fire, Marine & Casualty Insurance|Gold and Silver Ores|Beverages|Aircraft|Steel Works, Blast Furnaces & Rolling Mills|Electric Services|Air Transportation, Scheduled|Footwear|Perfumes, Cosmetics & Other Toilet Preparations".split(
    "|"
  )

const alphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"

/** Every number below 26^5 as five letters of its own, neighbours far apart. */
const ticker = (n: number): string => {
  let rest = (n * 7_919_003 + 13) % 26 ** 5
  let letters = ""
  for (let place = 0; place < 5; place++) {
    letters += alphabet[rest % 26]!
    rest = Math.floor(rest / 26)
  }
  return letters
}

/**
 * So many companies with names in the shape of the register's: an invented word, rare or less so, up to two of the
 * words that very many companies have, a legal form. Two in five have a market value, the sizes spread over seven
 * orders of magnitude.
 */
export const generate = function* (count: number): Generator<NewCompany> {
  const random = seeded(20_260_101)
  const pick = <A>(items: ReadonlyArray<A>): A => items[Math.floor(random() * items.length)]!
  // The first of a list is far likelier than the last, as in language.
  const pickEarly = <A>(items: ReadonlyArray<A>): A => items[Math.floor(random() ** 3 * items.length)]!
  const invented = Array.from({ length: 60_000 }, () => {
    const syllables = 2 + Math.floor(random() * 2)
    const word = Array.from({ length: syllables }, () => pick(onsets) + pick(nuclei) + pick(codas)).join("")
    return word[0]!.toUpperCase() + word.slice(1)
  })
  for (let n = 0; n < count; n++) {
    const words = [pickEarly(invented)]
    while (words.length < 3 && random() < 0.6) words.push(pickEarly(common))
    if (random() < 0.1) words.reverse()
    const size = 10 ** (5 + random() * 7)
    yield {
      key: `cik:${n + 1}`,
      name: [...words, pick(forms)].join(" ").trim(),
      tickers: random() < 0.15 ? [ticker(n), `${ticker(n)}-B`] : [ticker(n)],
      industry: random() < 0.9 ? pickEarly(industries) : null,
      revenue: random() < 0.6 ? Math.round(size * random()) : null,
      market_cap: random() < 0.4 ? Math.round(size) : null,
      revenue_period_end: null,
      source_url: null
    }
  }
}
