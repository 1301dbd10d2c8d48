import { isDoing } from "../../search/CompanySense.ts"
import { stem } from "../../text/Words.ts"
import { accountIn } from "../check/Accounts.ts"
import { dayOf, daysBetween } from "../check/Age.ts"
import { isNegation, reporting } from "../check/ClaimWords.ts"
import { namesOf } from "../check/Clauses.ts"
import { having } from "../check/FigureWords.ts"
import { readable } from "../check/InEnglish.ts"
import { kindOf, valueOf } from "../check/Numbers.ts"
import { isWithin, type Period } from "../check/Periods.ts"
import { amountOf } from "../check/Rounding.ts"
import { type Figure, figuresOf, isMovement } from "../check/SentenceFigures.ts"
import { isTime } from "../check/SentenceQuantities.ts"
import { publishedOn } from "../check/Times.ts"
import { isCurrency } from "../check/Units.ts"
import { figuresIn } from "./Figures.ts"
import type { Candidate } from "./Piece.ts"

/*
 * What sentences say that something comes to, so that tellings of different stories can be compared: whose it is, what
 * is measured, for when, in which unit, and whether it is a forecast. All of it must be the same, in whatever order a
 * sentence says it, before two figures are of the same thing: a word that only one of them has ("consumer", "Germany",
 * "operating") makes it another.
 */

export type Telling = Pick<
  Candidate,
  "kind" | "headline" | "title" | "sentences" | "published_at" | "published_at_estimated"
>

/** A figure with what it is said of. */
export interface Stated {
  readonly sentence: string
  /** As it stands there. */
  readonly text: string
  /** What it is of, but for whose it is: the same for all that can be compared. */
  readonly of: string
  /** Whose it is. Where its own part of the sentence names nobody, who was named before. */
  readonly owners: ReadonlySet<string>
  readonly value: number
  /** How far it may be from another that says the same. */
  readonly leeway: number
  /** The day on which it is told, where it may be another one on a later day; null where it stays. */
  readonly day: string | null
}

const stems = (text: string): ReadonlyArray<string> => text.split(/\s+/).filter(Boolean).map(stem)

/** Words by which somebody has, or tells, a figure, which say nothing of what it is. */
const telling = new Set([
  ...having,
  ...reporting,
  ...stems(
    `post posts posted publish published show shows showed generate generates generated record records recorded book books
    booked achieve achieves achieved reach reaches reached total totals totalled amount amounts amounted come comes came
    stand stands stood hit hits make makes made see saw give gives gave annual yearly overall group company firm lag liegt
    betrug beträgt erzielt erzielte erreichte meldet meldete hatte`
  )
])

const staff = new Set(
  stems("employ employs employed employee employees staff staffers workers workforce personnel headcount")
)

const revenue = stem("revenue")

/** Words of one measure as one of them. */
const measureOf = (word: string): string =>
  accountIn([word]) === "revenue" ? revenue : staff.has(word) ? "workforce" : word

const legalForm = / (?:AG|SE|GmbH|Inc|Corp|Ltd|PLC|plc|LLC|S\.?A|N\.?V|AB|Oyj)\b\.?/g

/** What somebody is, before the name: "German battery maker Varta". */
const apposition =
  /(?<=^|\b[Tt]he )(?:[\p{L}-]+ ){0,3}(?:\p{Ll}*maker|manufacturer|company|group|firm|retailer|operator|producer|supplier|start-?up|giant) (?=\p{Lu})/u

/** A sentence in which the same thing is said in the same words. */
const plain = (sentence: string): string =>
  readable(sentence)
    .replace(legalForm, "")
    .replace(apposition, "")
    .replace(/\b(?:full|whole|entire|the) year (?=(?:19|20)\d\d\b)/gi, "")
    .replace(/\bturn(?:s|ed)? over (?=[$€£\d])/gi, "had sales of ")

/** What is expected, planned or possible is not yet so. */
const ahead =
  /\b(?:expect|forecast|project(?:s|ed|ions?)\b|predict|guidance|outlook|target|aim|goal|plan|propos|budget|intend|hope|seek|could|would|may|might|will|shall|should|set to|due to|likely|potential|consensus|estimat)/i

/** Where a part of a sentence, or what it goes on with, says of which part of somebody's figures it speaks. */
const scoping =
  /^(?:in|at|for|within|across|among|under|on|with|of|like for like|adjusted|excluding|including|without|not counting|before)\b/i

/** Who says so, where that is no more than expected: "…, analysts estimate". */
const reckoning = /^(?:[\p{L}’']+ ){0,4}(?:estimate|forecast|expect|predict|project)/u

/** One of several who have something together: "Norled and Fjordlink had". */
const isJoined = (sentence: string, part: number): boolean =>
  /(?<!\S)\p{Lu}[^\s,]* and $/u.test(sentence.slice(0, part)) && /^\p{Lu}/u.test(sentence.slice(part))

const endOfPart = /[,;:()]| (?:and|while|but|although|though|which|who) /

/** The words that say from when to when, or how near a time: "since 2024", "by March", "early 2026". */
const bound =
  /\b(since|until|till|by|before|after|from|to|through|early|late|mid|end of|start of|middle of)[ -](?:the )?$/i

const isBelow = (grain: Period["grain"]): boolean => isWithin(grain, "week")

/** The time of a figure; null where it has several, or one that cannot be told. */
const timeOf = (sentence: string, { toldTimes }: Figure, published: string | null, isAhead: boolean) => {
  const longer = toldTimes.filter(({ grain }) => !isBelow(grain))
  // "Said on Tuesday that sales in 2025 …"
  const [time, ...others] = longer.length > 0 ? longer : toldTimes
  if (time === undefined) return { name: "", until: null }
  if (others.length > 0 || (time.days.length > 1 && published === null)) return null
  const today = Date.parse(published ?? "") / 86_400_000
  const sorted = time.days.toSorted(([one], [other]) => one - other)
  // Of a quarter without a year, the last that has begun, or the next that has not ended.
  const days = isAhead
    ? (sorted.find(([, to]) => to >= today) ?? sorted[0]!)
    : (sorted.findLast(([from]) => from <= today) ?? sorted[0]!)
  const [, how = ""] = bound.exec(sentence.slice(Math.max(0, time.start - 20), time.start)) ?? []
  return { name: [how.toLowerCase(), ...days].join(" "), until: days[1] }
}

/** How far figures are from each other that round one number, as a share; where one is said to be rounded, more. */
const near = { exact: 0.05, around: 0.1 }

/** A thing without an owner is told by so many words. */
const fewest = 3

/** A figure as its sentence writes it, which was read in other words. */
const asWritten = (sentence: string, text: string, value: number): string =>
  sentence.includes(text) ? text : (figuresIn(sentence).find((figure) => figure.value === value)?.text ?? text)

/** Whether a figure is what something comes to: no limit, no end of a range, no part, and not what was before. */
const isWhole = ({ isBefore, kind, limit, otherEnd, portion, role, side }: Figure): boolean =>
  !isTime(kind) &&
  !kind.startsWith("label") &&
  !isBefore &&
  role !== "before" &&
  limit === null &&
  otherEnd === null &&
  portion === null &&
  (side === null || side === "around")

/** The part of a sentence that tells a figure, and what follows it. */
const partsAt = (sentence: string, { end, part }: Figure): { readonly part: string; readonly next: string } => {
  const rest = sentence.slice(end)
  const cut = rest.search(endOfPart)
  return cut < 0
    ? { part: sentence.slice(part), next: "" }
    : {
        part: sentence.slice(part, end + cut),
        next: rest.slice(cut).replace(/^\W+(?:(?:and|but) )?/, "")
      }
}

/** The figures that a sentence states; `names` are those of whom the sentences before it speak. */
const statedIn = (given: string, names: ReadonlySet<string>, source: Telling): ReadonlyArray<Stated> => {
  const sentence = plain(given)
  const published = dayOf({ ...source, n: 0, url: null, publisher: null, quote: "" })
  const at = publishedOn({ ...source, n: 0, url: null, publisher: null, quote: "" })
  const named = new Set(namesOf(sentence))
  return figuresOf(sentence, { names, topic: new Set(), published: at }).flatMap((figure): ReadonlyArray<Stated> => {
    const { counting, end, kind, own, readings, role, side, start } = figure
    const amount = amountOf(readings[0]!)
    const { next, part } = partsAt(sentence, figure)
    if (amount === null || !isWhole(figure) || isJoined(sentence, figure.part)) return []
    if (stems(part).some((word) => isNegation(word)) || scoping.test(next)) return []
    const isLater = ahead.test(part) || reckoning.test(next)
    const time = timeOf(sentence, figure, published, isLater)
    if (time === null) return []
    const isOpen = time.until === null || published === null || time.until * 86_400_000 >= Date.parse(published)
    const isAhead = isLater || (isOpen && time.until !== null)
    const all = [...(own.size === 0 ? figure.subject : scoping.test(sentence) ? figure.upTo : own)]
      .map(measureOf)
      .filter((word) => !/\d/.test(word) && !isMovement(word) && !telling.has(word))
    // A number that counts nothing can be a name.
    const isAlone = kind === "number" && counting.length === 0
    if (isAlone && role !== "level" && role !== "after" && !all.includes(revenue)) return []
    const isChange = role === "change"
    const comesAbout = isChange || (isCurrency(kind) && accountIn(all) !== null)
    // What comes about in a time is not known where the time is not.
    if (comesAbout && time.name === "" && figure.spans.size === 0) return []
    const isOwner = (word: string) => named.has(word) && accountIn([word]) === null
    const mine = all.filter(isOwner)
    const owners = new Set(mine.length > 0 ? mine : [...figure.names].filter((name) => !telling.has(name)))
    const thing = new Set(all.filter((word) => !isOwner(word)))
    if (thing.size + (figure.rate === null ? 0 : 1) === 0 || (owners.size === 0 && thing.size < fewest)) return []
    const value = Number(valueOf(readings[0]!)) * (isChange && (figure.way ?? figure.moves) === "down" ? -1 : 1)
    const share = side === "around" ? near.around : near.exact
    return [
      {
        sentence: given,
        text: asWritten(given, sentence.slice(start, end).trim(), Number(valueOf(readings[0]!))),
        of: [
          kindOf(readings[0]!),
          figure.rate ?? "",
          [...figure.spans].toSorted().join(" "),
          isChange ? "change" : "level",
          isAhead ? "ahead" : "told",
          time.name,
          [...thing].toSorted().join(" ")
        ].join("; "),
        owners,
        value,
        leeway: Math.max(share * Math.abs(value), kind === "percent" ? amount.step / 2 : 0),
        day: isOpen || isAhead ? (published ?? "") : null
      }
    ]
  })
}

/** In a headline all of whose words have capitals it is not known which are names. */
const isTitled = (headline: string): boolean => !/(?<!\p{L})\p{Ll}{4,}/u.test(headline)

/** Who is named in a text of which the next sentence goes on to speak. */
const namedIn = (text: string): ReadonlySet<string> => {
  const read = plain(text)
  const [, first = "", next = ""] = /^(\p{Lu}[\p{L}\p{N}&-]*)(?:['’]?\s?)([\p{L}]*)/u.exec(read) ?? []
  // "Batteries are in demand" begins with a capital and names nobody.
  const isName = next === "s" || /^\p{Lu}/u.test(next) || isDoing(next)
  return new Set(namesOf(read).filter((name) => isName || name !== stem(first.toLowerCase())))
}

const known = new WeakMap<Telling["sentences"], ReadonlyArray<Stated>>()

/** The figures that a piece of news states. */
export const statedBy = (piece: Telling): ReadonlyArray<Stated> => {
  const before = known.get(piece.sentences)
  if (before !== undefined) return before
  const headline = piece.headline ?? piece.title
  let names: ReadonlySet<string> = isTitled(headline) ? new Set() : namedIn(headline)
  const made = piece.sentences.flatMap(({ text, verbatim }) => {
    const stated = verbatim ? statedIn(text, names, piece) : []
    const own = text === headline ? new Set<string>() : namedIn(text)
    if (own.size > 0) names = own
    return stated
  })
  known.set(piece.sentences, made)
  return made
}

/** Whether two figures are of the same thing at the same time. */
export const areOfSame = (one: Stated, other: Stated): boolean => {
  if (one.of !== other.of) return false
  if (one.owners.symmetricDifference(other.owners).size > 0) return false
  if (one.day === null && other.day === null) return true
  return Boolean(one.day) && Boolean(other.day) && Math.abs(daysBetween(one.day!, other.day!)) <= 1
}

/** Whether two figures of the same thing say the same. */
const agree = (one: Stated, other: Stated): boolean =>
  Math.abs(one.value - other.value) <= Math.max(one.leeway, other.leeway)

/**
 * How two tellings stand to each other by the figures that they state: whether they have any of the same thing, and in
 * which of these they differ.
 */
export const comparison = (
  one: Telling,
  other: Telling
): { readonly areCompared: boolean; readonly differ: ReadonlyArray<readonly [Stated, Stated]> } => {
  const theirs = statedBy(other)
  const compared = statedBy(one).flatMap((own) =>
    theirs.flatMap((its) => (areOfSame(own, its) ? [[own, its] as const] : []))
  )
  // Who has two figures for one thing may mean by either of them what another says.
  const agreed = new Set(compared.flatMap(([own, its]) => (agree(own, its) ? [own.of] : [])))
  return { areCompared: compared.length > 0, differ: compared.filter(([{ of }]) => !agreed.has(of)) }
}
