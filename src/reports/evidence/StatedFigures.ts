import { isDoing } from "../../search/CompanySense.ts"
import { isStopWord, stem } from "../../text/Words.ts"
import { accountIn } from "../check/Accounts.ts"
import { dayOf, daysBetween } from "../check/Age.ts"
import { isNegation, reporting } from "../check/ClaimWords.ts"
import { namesOf } from "../check/Clauses.ts"
import { having } from "../check/FigureWords.ts"
import { readable } from "../check/InEnglish.ts"
import { isWithin, type Period } from "../check/Periods.ts"
import { isTold } from "../check/Roles.ts"
import { type Amount, amountOf } from "../check/Rounding.ts"
import { type Figure, figuresOf, isMovement } from "../check/SentenceFigures.ts"
import { isTime } from "../check/SentenceQuantities.ts"
import { publishedOn } from "../check/Times.ts"
import { isCurrency } from "../check/Units.ts"
import { figuresIn } from "./Figures.ts"
import type { Candidate } from "./Piece.ts"

/*
 * What sentences say that something comes to, so that tellings can be compared: whose it is, what is measured, for
 * when, in which unit, and whether it is a forecast. All of it must be the same, in whatever order a sentence says it,
 * before two figures are of the same thing: a word that only one of them has ("consumer", "Germany", "operating") makes
 * it another. Only of one event may one telling say less than the other, and not where each word of a measure matters.
 */

export type Telling = Pick<
  Candidate,
  "kind" | "headline" | "title" | "sentences" | "published_at" | "published_at_estimated"
>

/** A figure with what it is said of. */
interface Stated {
  readonly sentence: string
  /** As it stands there. */
  readonly text: string
  /** Its unit, whether it is a change, and whether it is ahead: the same for all that can be compared. */
  readonly form: string
  /** For when it is; empty where that is not told. */
  readonly time: string
  /** Whose it is and what is measured. Where its own part of the sentence names nobody, who was named before. */
  readonly words: ReadonlySet<string>
  /** Of these the names that its own part has. */
  readonly names: ReadonlySet<string>
  /** The word nearest before it. */
  readonly nearest: string | undefined
  /** The words before it that stand before another: "net" of "net debt". */
  readonly modifiers: ReadonlySet<string>
  /** The words behind it, without what is done: "300 jobs were lost in Wales". */
  readonly behind: ReadonlySet<string>
  /** Whether it is a change of which the time is not told. */
  readonly isUndated: boolean
  /** Whether it is what something was changed to. */
  readonly isAfter: boolean
  readonly value: number
  /** How far it may be from another that says the same. */
  readonly leeway: number
  /** The day on which it is told, where the figure may change later; null where it stays. */
  readonly day: string | null
}

const stems = (text: string): ReadonlyArray<string> => text.split(/\s+/).filter(Boolean).map(stem)

/** Words which say that somebody has, or reports, a figure, and nothing of what it is. */
const telling = new Set([
  ...having,
  ...reporting,
  ...stems(
    `post posts posted publish published show shows showed generate generates generated record records recorded book books
    booked achieve achieves achieved reach reaches reached total totals totalled amount amounts amounted come comes came
    stand stands stood find finds found hit hits make makes made see saw give gives gave annual yearly year quarter month
    week day overall group company firm lag liegt betrug beträgt erzielt erzielte erreichte meldet meldete hatte`
  )
])

const staff = new Set(
  stems("employ employs employed employee employees staff staffers workers workforce personnel headcount")
)

const revenue = stem("revenue")

/** One word for all words of the same measure. */
const measureOf = (word: string): string => {
  const account = accountIn([word])
  return account === "revenue" || account === "loss" ? stem(account) : staff.has(word) ? "workforce" : word
}

/** Words that name a part of a company, or tell which of several things of one name is meant. */
const dividing = new Set(
  stems(`
    division unit segment arm subsidiary business branch brand site department region net gross operating adjusted
    underlying old first second third fourth fifth
  `)
)

const isOfAccounts = (words: ReadonlyArray<string>): boolean => words.some((word) => accountIn([word]) !== null)

const legalForm = / (?:AG|SE|GmbH|Inc|Corp|Ltd|PLC|plc|LLC|S\.?A|N\.?V|AB|Oyj)\b\.?/g

/** Words for kinds of companies. */
const trade =
  "(?:\\p{Ll}*maker|manufacturer|company|group|firm|retailer|operator|producer|supplier|start-?up|giant|airline|bank|insurer|" +
  "lender|carrier|publisher|developer|builder|brewer|miner|grocer|chain|utility|distributor|provider)"

/** What somebody is, before the name: "German battery maker Varta". */
const apposition = new RegExp(`(?<=^|\\b[Tt]he )(?:[\\p{L}-]+ ){0,3}${trade} (?=\\p{Lu})`, "u")

/** Who was named before: "after the airline reported". */
const anaphor = new RegExp(`\\b[Tt]he ${trade}(?:['’]s)?(?= \\p{Ll})`, "gu")

/** Why something is so says nothing of what it is. */
const cause = /,? (?:because|thanks to|owing to|(?:helped|hurt|driven|lifted|boosted|hit) by)\b[^,;:]*/g

/** A sentence, with figures as English writes them, in which the same thing is said in the same words. */
const plain = (sentence: string): string =>
  sentence
    .replace(legalForm, "")
    .replace(apposition, "")
    .replace(anaphor, "")
    .replace(cause, "")
    .replace(/(?<=\p{Ll} )cost(?:s|ing)? (?=[$€£\d])/gu, "had a price of ")
    .replace(/\b(?:full|whole|entire|the) year (?=(?:19|20)\d\d\b)/gi, "")
    .replace(/\bturn(?:s|ed)? over (?=[$€£\d])/gi, "had sales of ")

/** Words for what is expected, planned or possible, and so not yet so. With a capital some are names, or a month. */
const ahead = [
  /\b(?:expect\p{Ll}*|forecast\p{Ll}*|project(?:s|ed|ions?)|predict\p{Ll}*|guidance|outlook|aim(?:s|ed|ing)?|goals?)\b/iu,
  /\b(?:plan(?:s|ned|ning)?|propos\p{Ll}*|budget\p{Ll}*|intend\p{Ll}*|hop(?:e|es|ed|ing)|seek(?:s|ing)?|want(?:s|ed)?|demand(?:s|ed|ing)|likely)\b/iu,
  /\b(?:could|would|might|shall|should|set to|due to|potential\p{Ll}*|consensus|estimat\p{Ll}*)\b/iu,
  /\b(?:may|will|target(?:s|ed|ing)?|(?:is|are) to)\b|^(?:\p{Lu}\S* )+to \p{Ll}/u
]

const isToCome = (part: string): boolean => ahead.some((words) => words.test(part))

/** What was so, or was planned, before: "was to cost"; and what is said to be otherwise now. */
const former = /\b(?:(?:was|were) to|originally|initially|previously|formerly|earlier|at first|now|no longer)\b/i

/** What somebody makes of a figure that was told before: "raised its offer to". */
const revised =
  /\b(?:rais|lift|cut|lower|reduc|increas|trim|revis|correct|amend|adjust|restat|updat|widen|expand)\p{Ll}* (?:its|his|her|their|the|an?)\b.* to $/u

/** How words begin that limit a figure to a part of the whole: "in Germany", "excluding fuel". */
const scoping =
  /^(?:in|at|for|within|across|among|under|on|with|of|like for like|adjusted|excluding|including|without|not counting|before)\b/i

/** Who expects it, where that is told behind it: "…, analysts estimate". */
const reckoning = /^(?:[\p{L}’']+ ){0,4}(?:estimate|forecast|expect|predict|project)/u

/** One of several who have something together: "Norled and Fjordlink had". */
const isJoined = (sentence: string, part: number): boolean =>
  /(?<!\S)\p{Lu}[^\s,]* and $/u.test(sentence.slice(0, part)) && /^\p{Lu}/u.test(sentence.slice(part))

/** One of several that have it together: "in Bavaria and Saxony". */
const isListed = (rest: string): boolean => /^[^;:()]*?(?<![\p{L}\p{N}-])\p{Lu}[\p{L}\p{N}-]* and \p{Lu}/u.test(rest)

const endOfPart = /[,;:()]| (?:and|while|but|although|though|which|who) | (?=before )/

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

/** How far apart figures may be that say the same, as a share: further where one is, or may be, rounded. */
const near = { exact: 0.01, rounded: 0.05, around: 0.1 }

/** How far a figure may be from another that says the same. */
const leewayOf = ({ kind, side }: Figure, { step, value }: Amount): number =>
  Math.max(
    side === "around" ? near.around * value : near.exact * value,
    Math.min(near.rounded * value, step),
    kind === "percent" ? step / 2 : 0
  )

/** A thing without an owner is only told apart by so many words. */
const fewest = 3

/** A figure as its sentence writes it: it was read in an English form of that. */
const asWritten = (sentence: string, text: string, value: number): string =>
  figuresIn(sentence).find((figure) => figure.value === value)?.text ?? text

/** Whether a figure is what something comes to: no limit, no end of a range, no part, and not what was before. */
const isWhole = ({ isBefore, kind, limit, otherEnd, portion, role, side }: Figure): boolean =>
  !isTime(kind) &&
  !kind.startsWith("label") &&
  !isBefore &&
  role !== "before" &&
  isTold(limit) &&
  otherEnd === null &&
  portion === null &&
  (side === null || side === "around")

/** What a figure is read as; null where that is not sure: "1.100" is more than a thousand if it counts something. */
const readingOf = (text: string, { counting, kind, readings }: Figure): string | null =>
  /^\D*\d{1,3}\.\d{3}(?!\d)/.test(text)
    ? kind === "number" && counting.length > 0
      ? readings.at(-1)!
      : null
    : readings[0]!

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

const modifiersIn = (text: string): ReadonlyArray<string> =>
  Array.from(text.matchAll(/(?<![\p{L}-])([\p{L}-]+) (?=(\p{Ll}[\p{L}-]*))/gu), ([, word, next]) =>
    isStopWord(next!) ? [] : [measureOf(stem(word!.toLowerCase()))]
  ).flat()

/** Verbs, which tell what is done. */
const predicate = /(?<=\b(?:has|have|had|is|are|was|were|been|will|be) )\p{Ll}+/gu

/** What opens a sentence and is no name: "Inflation in Turkey". */
const common = /^\p{Lu}\p{Ll}+(?= (?:in|of|at|for|among|by|from|to|on|between) )/u

/** Of whom "which" goes on to speak. */
const antecedent = /(?<![\p{L}\p{N}&-])((?:\p{Lu}[\p{L}\p{N}&-]* ){0,5}\p{Lu}[\p{L}\p{N}&-]*), (?:which|who) $/u

/** Who tells it, and when. */
interface Occasion {
  /** The day on which it was published; null where that is not known. */
  readonly day: string | null
  readonly at: Date
}

/** A figure of a sentence as it is stated there; null where it does not say what something comes to. */
const statedAs = (figure: Figure, given: string, sentence: string, { day }: Occasion): Stated | null => {
  const { counting, end, kind, own, role, start } = figure
  const reading = readingOf(sentence.slice(start, end), figure)
  const amount = reading === null ? null : amountOf(reading)
  const { next, part } = partsAt(sentence, figure)
  if (amount === null || !isWhole(figure) || isJoined(sentence, figure.part)) return null
  if (isListed(sentence.slice(end)) || former.test(part) || revised.test(sentence.slice(figure.part, start)))
    return null
  if (stems(part).some((word) => isNegation(word)) || scoping.test(next)) return null
  const isLater = isToCome(part) || reckoning.test(next)
  const time = timeOf(sentence, figure, day, isLater)
  if (time === null) return null
  const isOpen = time.until === null || day === null || time.until * 86_400_000 >= Date.parse(day)
  const isAhead = isLater || (isOpen && time.until !== null)
  const isThing = (word: string) =>
    !/\d/.test(word) && !isMovement(word) && !telling.has(word) && !isToCome(word) && !figure.spans.has(word)
  const all = [...(own.size === 0 ? figure.subject : scoping.test(sentence) ? figure.upTo : own)]
    .map(measureOf)
    .filter(isThing)
  // A number that counts nothing can be a name.
  const isAlone = kind === "number" && counting.length === 0
  if (isAlone && role !== "level" && role !== "after" && !all.includes(revenue)) return null
  const isChange = role === "change"
  const isTimeless = time.name === "" && figure.spans.size === 0
  // What comes about over a time cannot be compared where that time is not told.
  if (isTimeless && ((isCurrency(kind) && isOfAccounts(all)) || (isChange && kind === "percent"))) return null
  const named = new Set(namesOf(sentence))
  const opening = common.exec(sentence)?.[0].toLowerCase() ?? ""
  const isName = (word: string) => named.has(word) && word !== stem(opening) && accountIn([word]) === null
  const before = stems((antecedent.exec(sentence.slice(0, figure.part))?.[1] ?? "").toLowerCase())
  const names = new Set([...before, ...all].filter(isName))
  const owners = names.size > 0 ? names : new Set([...figure.names].filter((name) => !telling.has(name)))
  const thing = all.filter((word) => !names.has(word))
  if (thing.length + (figure.rate === null ? 0 : 1) === 0 || (owners.size === 0 && thing.length < fewest)) return null
  const done = (sentence.slice(end).match(predicate) ?? []).map(stem)
  return {
    sentence: given,
    text: asWritten(given, sentence.slice(start, end).trim(), amount.value),
    form: [
      amount.kind,
      figure.rate ?? "",
      [...figure.spans].toSorted().join(" "),
      isChange ? "change" : "level",
      isAhead ? "ahead" : "told"
    ].join("; "),
    time: time.name,
    words: new Set([...owners, ...thing]),
    names,
    nearest: [...figure.ahead].map(measureOf).findLast(isThing),
    modifiers: new Set(modifiersIn(sentence.slice(figure.part, start))),
    behind: new Set([...figure.behind].map(measureOf).filter((word) => isThing(word) && !done.includes(word))),
    isUndated: isChange && isTimeless,
    isAfter: role === "after",
    value: amount.value * (isChange && (figure.way ?? figure.moves) === "down" ? -1 : 1),
    leeway: leewayOf(figure, amount),
    day: isOpen || isAhead ? (day ?? "") : null
  }
}

/** In a headline all of whose words have capitals it is not known which are names. */
const isTitled = (headline: string): boolean => !/(?<!\p{L})\p{Ll}{4,}/u.test(headline)

/** Who is named in a text of which the next sentence goes on to speak. */
const namedIn = (text: string): ReadonlySet<string> => {
  const [, first = "", next = ""] = /^(\p{Lu}[\p{L}\p{N}&-]*)(?:['’]?\s?)([\p{L}]*)/u.exec(text) ?? []
  // "Batteries are in demand" begins with a capital and names nobody.
  const isName = next === "s" || /^\p{Lu}/u.test(next) || isDoing(next)
  return new Set(namesOf(text).filter((name) => isName || name !== stem(first.toLowerCase())))
}

/** The figures that a piece of news has, and what it states by them. */
interface Told {
  readonly figures: ReadonlyArray<Amount>
  readonly stated: ReadonlyArray<Stated>
}

const known = new WeakMap<Telling["sentences"], Told>()

const toldBy = (piece: Telling): Told => {
  const before = known.get(piece.sentences)
  if (before !== undefined) return before
  const source = { ...piece, n: 0, url: null, publisher: null, quote: "" }
  const occasion = { day: dayOf(source), at: publishedOn(source) }
  const headline = piece.headline ?? piece.title
  let names: ReadonlySet<string> = isTitled(headline) ? new Set() : namedIn(plain(readable(headline)))
  const texts = piece.sentences.flatMap(({ text, verbatim }) => (verbatim ? [text] : []))
  // One sentence may have too few words to tell its language.
  const read = readable(texts.join("\n")).split("\n")
  const made = texts.flatMap((text, at) => {
    const sentence = plain(read.length === texts.length ? read[at]! : readable(text))
    const figures = figuresOf(sentence, { names, topic: new Set(), published: occasion.at })
    const own = text === headline ? new Set<string>() : namedIn(sentence)
    if (own.size > 0) names = own
    return figures.map((figure) => ({ figure, stated: statedAs(figure, text, sentence, occasion) }))
  })
  const told = {
    figures: made.flatMap(({ figure: { readings } }) => readings.flatMap((reading) => amountOf(reading) ?? [])),
    stated: made.flatMap(({ stated }) => stated ?? [])
  }
  known.set(piece.sentences, told)
  return told
}

/** Whether two figures are of the same thing at the same time, by all that is said of them. */
const areOfSame = (one: Stated, other: Stated): boolean => {
  if (one.form !== other.form || one.time !== other.time || one.isUndated) return false
  if (one.words.symmetricDifference(other.words).size > 0) return false
  if (one.day === null && other.day === null) return true
  return Boolean(one.day) && Boolean(other.day) && Math.abs(daysBetween(one.day!, other.day!)) <= 1
}

/**
 * Two figures of one event are of the same thing if they have so many words in common. If each has other words too,
 * they need more in common, and this share of the shorter one's words. And one figure must be at most so many times the
 * other: a whole is many times its part.
 */
const enough = { words: 3, amongOthers: 4, share: 0.6, times: 3 }

/**
 * Whether words that only one of two figures has make it a figure of another thing: a place or what is said behind it
 * ("300 jobs in Ireland"), a kind of measure (net, gross) or a part. Of sales, profit and cost every word does.
 */
const isApart = (one: Stated, other: Stated): boolean => {
  const added = one.words.difference(other.words)
  return (
    isOfAccounts([...one.words]) ||
    !added.isDisjointFrom(dividing) ||
    !added.isDisjointFrom(one.behind) ||
    (other.names.size > 0 && !added.isDisjointFrom(one.names))
  )
}

/**
 * Whether two figures of one event, of which both tell at the same time, are of the same thing: one may tell less of
 * it, or nothing of the time, or say it by another verb.
 */
const areOfSameInEvent = (one: Stated, other: Stated): boolean => {
  if (one.form !== other.form) return false
  if (one.time === other.time && one.words.symmetricDifference(other.words).size === 0) return true
  if (isApart(one, other) || isApart(other, one)) return false
  if (one.time !== other.time && one.time !== "" && other.time !== "") return false
  const [times, otherTimes] = [one.value / other.value, other.value / one.value]
  if (one.isAfter !== other.isAfter || Math.max(times, otherTimes) > enough.times) return false
  const shared = one.words.intersection(other.words)
  if ([one, other].some(({ nearest }) => nearest !== undefined && !shared.has(nearest))) return false
  const fewer = Math.min(one.words.size, other.words.size)
  if (shared.size === fewer) return shared.size >= enough.words
  // "Proven reserves", "probable reserves".
  const areModified = [one, other].some(({ modifiers, words }) => !words.difference(shared).isDisjointFrom(modifiers))
  return !areModified && shared.size >= enough.amongOthers && shared.size >= enough.share * fewer
}

/** Whether two figures say the same. */
const agree = (one: Stated, other: Stated): boolean =>
  Math.abs(one.value - other.value) <= Math.max(one.leeway, other.leeway)

/** Whether a telling has the other's figure as well: its own may be of another thing, or of another time. */
const hasBoth = ({ figures }: Told, own: Stated, its: Stated): boolean =>
  figures.some(
    ({ kind, value }) =>
      its.form.startsWith(`${kind};`) &&
      value !== Math.abs(own.value) &&
      Math.abs(value - Math.abs(its.value)) <= its.leeway
  )

/**
 * How two tellings stand to each other by the figures that they state: whether they have any of the same thing, and in
 * which of these they differ. Of one event, of which both tell at the same time, less need be said of them.
 */
export const comparison = (
  one: Telling,
  other: Telling,
  ofOneEvent = false
): { readonly areCompared: boolean; readonly differ: ReadonlyArray<readonly [Stated, Stated]> } => {
  const [own, theirs] = [toldBy(one), toldBy(other)]
  const isSame = ofOneEvent ? areOfSameInEvent : areOfSame
  const compared = own.stated.flatMap((mine) =>
    theirs.stated.flatMap((its) => (isSame(mine, its) ? [[mine, its] as const] : []))
  )
  return {
    areCompared: compared.length > 0,
    differ: compared.filter(
      ([mine, its]) => !agree(mine, its) && !hasBoth(own, mine, its) && !hasBoth(theirs, its, mine)
    )
  }
}
