import type { ReportSource } from "../../../src/domain/Report.ts"
import type { Truth } from "./Truths.ts"

/*
 * Nothing here uses the code under test: if its idea of a number, a unit or a name decided where faults are planted,
 * the faults that it cannot see would be missing.
 */

/** A sentence made false, or a citation made wrong, and the sources that the report then has. */
export interface Planted {
  readonly text: string
  readonly citations: ReadonlyArray<number>
  readonly sources: ReadonlyArray<ReportSource>
}

/** Numbers from 0 to 1, always the same ones (mulberry32). */
export const seeded = (seed: number) => {
  let state = seed
  return (): number => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
}
type Random = ReturnType<typeof seeded>

const pick = <A>(items: ReadonlyArray<A>, random: Random): A | undefined => items[Math.floor(random() * items.length)]

/** Plants one kind of fault; null where the sentence has no place for it. */
type Plant = (
  truth: Truth,
  sources: ReadonlyArray<ReportSource>,
  random: Random,
  others: ReadonlyArray<Truth>
) => Planted | null

const inText =
  (change: (text: string, random: Random, cited: ReadonlyArray<ReportSource>) => string | null): Plant =>
  ({ citations, text }, sources, random) => {
    const changed = change(
      text,
      random,
      sources.filter(({ n }) => citations.includes(n))
    )
    return changed === null || changed === text ? null : { text: changed, citations, sources }
  }

/** Replaces one of the matches. */
const replaceOne = (
  text: string,
  pattern: RegExp,
  random: Random,
  by: (match: RegExpMatchArray) => string
): string | null => {
  const match = pick([...text.matchAll(pattern)], random)
  return match === undefined
    ? null
    : text.slice(0, match.index) + by(match) + text.slice(match.index! + match[0].length)
}

/** All that a reader sees of what is cited. */
const shownOf = (cited: ReadonlyArray<ReportSource>): string =>
  cited.map(({ publisher, published_at, quote }) => `${quote} ${publisher} ${published_at}`).join(" ")

/** Figures as they stand, with what is written together with them. */
const figuresIn = (text: string): ReadonlyArray<string> => text.match(/[\d.,:]*\d/g) ?? []

/** Another digit in one of the figures, unless what is cited has the new figure too. */
const alterDigit = inText((text, random, cited) => {
  const match = pick([...text.matchAll(/\d/g)], random)
  if (match === undefined) return null
  const known = new Set(figuresIn(shownOf(cited)))
  const first = !/[\d.,]/.test(text[match.index - 1] ?? "")
  const other = pick(
    [..."0123456789"].filter((digit) => digit !== match[0] && !(first && digit === "0")),
    random
  )!
  const altered = text.slice(0, match.index) + other + text.slice(match.index + 1)
  return figuresIn(altered).every((figure) => known.has(figure) || figuresIn(text).includes(figure)) ? null : altered
})

const counted =
  "(?<=(?:\\d|\\b(?:two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|forty|fifty|sixty|ninety))[ -])"

const units: ReadonlyArray<readonly [RegExp, string]> = [
  [/(?<=\d)\s?%|(?<=\d) percent\b/g, " percentage points"],
  [/\$(?=\d)/g, "€"],
  [/€(?=\d)/g, "$"],
  [/(?<=\d) million\b/g, " billion"],
  [/(?<=\d) billion\b/g, " million"],
  [/(?<=\d)m\b/g, "bn"],
  [/(?<=\d)bn\b/g, "m"],
  [new RegExp(`${counted}months\\b`, "g"), "weeks"],
  [new RegExp(`${counted}weeks\\b`, "g"), "months"],
  [new RegExp(`${counted}years\\b`, "g"), "months"],
  [new RegExp(`${counted}minutes\\b`, "g"), "hours"],
  [new RegExp(`${counted}hours\\b`, "g"), "days"],
  [new RegExp(`${counted}days\\b`, "g"), "weeks"],
  [/(?<=\d) cents\b/g, " dollars"],
  [/(?<=\d )kW\b/g, "MW"],
  [/(?<=\d )kWh\b/g, "MWh"],
  [/(?<=\d )MW\b/g, "GW"],
  [/(?<=\d )GW\b/g, "MW"],
  [/(?<=\d )megawatts?\b/g, "kilowatts"],
  [/(?<=\d )watt-hours\b/g, "kilowatt-hours"],
  [/(?<=\d )miles\b/g, "kilometres"],
  [/(?<=\d )km\b/g, "miles"]
]

/** Only units that a number counts: "two years" but not "for years". */
const changeUnit = inText((text, random) => {
  const fitting = units.flatMap(([pattern, other]) =>
    [...text.matchAll(pattern)].map((match) => [match, other] as const)
  )
  const chosen = pick(fitting, random)
  if (chosen === undefined) return null
  const [match, other] = chosen
  return text.slice(0, match.index) + other + text.slice(match.index! + match[0].length)
})

const turned: ReadonlyArray<readonly [string, string]> = [
  ["rose", "fell"],
  ["risen", "fallen"],
  ["rise", "fall"],
  ["rises", "falls"],
  ["grew", "shrank"],
  ["grown", "shrunk"],
  ["grow", "shrink"],
  ["increase", "decrease"],
  ["increased", "decreased"],
  ["climbed", "dropped"],
  ["surged", "plunged"],
  ["jumps", "drops"],
  ["raised", "lowered"],
  ["raises", "lowers"],
  ["widened", "narrowed"],
  ["gained", "lost"],
  ["gain", "loss"],
  ["profit", "loss"],
  ["up from", "down from"],
  ["more", "fewer"],
  ["higher", "lower"],
  ["cheaper", "dearer"],
  ["longer", "shorter"],
  ["above", "below"],
  ["doubled", "halved"],
  ["doubles", "halves"]
]
const opposite = new Map(
  turned.flatMap(
    ([one, other]) =>
      [
        [one, other],
        [other, one]
      ] as const
  )
)

const flipDirection = inText((text, random) =>
  replaceOne(text, new RegExp(`\\b(?:${[...opposite.keys()].join("|")})\\b`, "g"), random, ([word]) =>
    opposite.get(word)!
  )
)

/** "Not" where English puts it: after an auxiliary, else before the verb. */
const insertNot = inText((text, random) => {
  if (/\b(?:not|no|nobody|never|without)\b/i.test(text)) return null
  return (
    replaceOne(
      text,
      /\b(?:is|are|was|were|has|have|had|will|would|could|may|must|should|can)\b/g,
      random,
      ([word]) => `${word} not`
    ) ??
    replaceOne(
      text,
      /(?<=[a-z\d%)] )(?:rose|fell|grew|climbed|earned|expects|plans|takes|took|costs|made|makes|sold|reported|found|raised|raises|opened|runs|holds|puts|agreed|saved|fitted|keeps|gets|seeks|claims|picked|reached|dropped|cut|cuts|expect|forecasts|needs|supplies|covers|starts|delays|add|adds)\b/g,
      random,
      ([word]) => `did not ${word}`
    )
  )
})

const companies =
  "Voltmarsh Kerbwell Amperly Wattmühle Skarvlade Castlegate Korbhaus Hearthloop Wärmefeld Cindermoor Isbrook Pennyfold Tessellon Nimbrel Sunhaven Marrowgate Pebblecore Meadowpour Haverlund Larkfold Grainling Kestrel Auroral Lumen".split(
    " "
  )

/** One that the sources cited don't name, and now and then one that nobody knows. */
const changeCompany = inText((text, random, cited) => {
  const others = companies.filter((name) => !shownOf(cited).includes(name))
  return replaceOne(text, new RegExp(`\\b(?:${companies.join("|")})\\b`, "gu"), random, () =>
    random() < 0.2 ? "Zorblatt" : pick(others, random)!
  )
})

/** To a source that tells another story; of the same market, where the numbers and words are the likest. */
const swapCitation: Plant = ({ citations, text }, sources, random) => {
  const from = Math.floor(random() * citations.length)
  const at = sources.findIndex(({ n }) => n === citations[from])
  const near = sources.filter(({ n }, index) => !citations.includes(n) && Math.abs(index - at) <= 12)
  const other = pick(near, random)
  return other === undefined ? null : { text, citations: citations.with(from, other.n), sources }
}

const deleteSource: Plant = ({ citations, text }, sources, random) => {
  const gone = pick(citations, random)
  return { text, citations, sources: sources.filter(({ n }) => n !== gone) }
}

/** Where what is said of somebody begins. */
const verb =
  /\s(?:is|are|was|were|has|have|had|will|would|could|may|must|rose|fell|grew|climbed|earned|expects|plans|takes|took|costs|made|makes|sold|reported|found|raised|raises|opened|runs|holds|puts|agreed|saved|fitted|keeps|gets|seeks|claims|picked|reached|dropped|cuts?|forecasts|needs|supplies|covers|starts|delays)\s/u

const halves = (text: string): readonly [string, string] | null => {
  const match = verb.exec(text)
  return match === null ? null : [text.slice(0, match.index), text.slice(match.index)]
}

/** What one source says of its subject, said of the subject of another; both are cited. */
const mergeFacts: Plant = (truth, sources, random, others) => {
  const simple = ({ citations, text, told }: Truth) => {
    const parts = told === "paraphrase" && citations.length === 1 ? halves(text) : null
    // Something said of the subject that is more than a word.
    return parts !== null && parts[1].trim().split(" ").length >= 4 ? parts : null
  }
  const own = simple(truth)
  const subject = own === null ? [] : companies.filter((name) => own[0].includes(name))
  if (own === null || subject.length === 0) return null
  const fitting = others.flatMap((other) => {
    const said = other.citations[0] === truth.citations[0] ? null : simple(other)
    if (said === null) return []
    // Not when the other source speaks of that subject too: then it may well be true.
    const shown = shownOf(sources.filter(({ n }) => n === other.citations[0]))
    return subject.some((name) => shown.includes(name)) ? [] : [[said[1], other.citations] as const]
  })
  const other = pick(fitting, random)
  if (other === undefined) return null
  return { text: own[0] + other[0], citations: [...truth.citations, ...other[1]], sources }
}

/** Exchanges two figures that count the same: "from 14 to 19" becomes "from 19 to 14". */
const exchangeNumbers = inText((text, random) => {
  const all = [...text.matchAll(/(?<![\w.,€$-])([€$]?)(\d[\d.,]*\d|\d)(?![\w-])(%| \w+|)/g)]
  const kind = ([, before, , after]: RegExpMatchArray) => `${before} ${after}`
  const pairs = all.flatMap((one, index) =>
    all
      .slice(index + 1)
      .flatMap((other) => (kind(one) === kind(other) && one[0] !== other[0] ? [[one, other] as const] : []))
  )
  const pair = pick(pairs, random)
  if (pair === undefined) return null
  const [one, other] = pair
  return (
    text.slice(0, one.index) +
    other[0] +
    text.slice(one.index! + one[0].length, other.index) +
    one[0] +
    text.slice(other.index! + other[0].length)
  )
})

/** Another company that the same source names. */
const changeWithin = inText((text, random, cited) => {
  const here = companies.filter((name) => cited.some(({ quote }) => quote.includes(name)) && !text.includes(name))
  if (here.length === 0) return null
  return replaceOne(text, new RegExp(`\\b(?:${companies.join("|")})\\b`, "gu"), random, () => pick(here, random)!)
})

/** What a writer adds from its own knowledge: no number, no name, and not in any source. */
const embellishments = [
  "because customers have lost patience",
  "which experts call a turning point",
  "and investors applauded the decision",
  "thanks to generous government support",
  "despite fierce criticism from unions",
  "a sign that the whole industry is maturing",
  "to the delight of investors",
  "which is good news"
]

const addClaim = inText((text, random) => {
  const ends = /[.”]+$/.exec(text)
  return ends === null || ends[0] !== "." ? null : `${text.slice(0, -1)}, ${pick(embellishments, random)}.`
})

/** Those that the check is there to catch. */
export const kinds: Readonly<Record<string, Plant>> = {
  "swap a citation": swapCitation,
  "alter a digit": alterDigit,
  "change a unit": changeUnit,
  "flip rose/fell": flipDirection,
  "insert not": insertNot,
  "change a company": changeCompany,
  "delete a source": deleteSource,
  "merge two facts": mergeFacts
}

/** Faults that the check cannot see, and how often: all words are in their sources, but not who did what to whom. */
export const hardKinds: Readonly<Record<string, Plant>> = {
  "exchange two numbers of a sentence": exchangeNumbers,
  "change a company for another of the same source": changeWithin,
  "add a claim": addClaim
}
