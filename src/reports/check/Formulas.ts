import type { ReportSource } from "../../domain/Report.ts"
import type { SinceLastReport } from "../../domain/ReportDiff.ts"
import { type CalendarDate, firstOfDays } from "../../domain/Timestamp.ts"
import { quoted, shown } from "../document/Markdown.ts"
import type { Exhibit } from "../../domain/Exhibit.ts"
import { everToldOf } from "../dossier/Dossier.ts"
import { daysBetween, daysOf, recentDays, staleDays } from "./Age.ts"
import { isComparison } from "./Comparisons.ts"
import { independentPublishers, isLittle } from "./Confidence.ts"
import { several } from "./Plural.ts"
import type { Sentence } from "./Sentences.ts"
import { outlines } from "../Outline.ts"

/*
 * The sentences by which a report speaks of itself. They are the only ones that need no source, which is why they are
 * all listed here: a sentence that merely resembles one is a claim.
 */

/** What a report that no model has written does. */
export const withoutModel = "It was written without a model: it quotes, counts and computes, and claims nothing else."

/** The same of one whose evidence a model has chosen. */
export const withoutWritingModel =
  "A model chose its evidence, and none has written it: it quotes, counts and computes, and claims nothing else."

/** A recommendation that nobody has given. */
export const nothingRecommended = "This report recommends neither way."

interface About {
  readonly about: string
}

/** A section of which it is known that there is no evidence: nothing was found at all, or nothing of its kind. */
export const nothingFound = ({ about }: About): string => `No stored evidence was found on ${about}.`

/** A section into which nothing was sorted. Sorting goes by words or a model's plan, so it may have missed some. */
export const nothingSorted = ({ about }: About): string =>
  `Nothing that was found was sorted into this section, on ${about}; other sections may touch on it.`

/** A section whose evidence is told in others: its citations say where. */
export const toldElsewhere = ({ about }: About): string =>
  `What was found on ${about} is told in other sections, from these sources.`

export { several }

const publishersOf = (sources: ReadonlyArray<ReportSource>): number =>
  new Set(sources.flatMap(({ publisher }) => publisher ?? [])).size

/** The publishers of sources; those of news apart from those that publish none, where there are both. */
const countOf = (sources: ReadonlyArray<ReportSource>): string => {
  const all = publishersOf(sources)
  const ofNews = publishersOf(sources.filter(({ kind }) => kind === "signal"))
  if (all === 0) return ""
  return ofNews === 0 || ofNews === all
    ? ` of ${several(all, "publisher")}`
    : ` of ${several(ofNews, "news publisher")} and ${several(all - ofNews, "other publisher")}`
}

/** The same in reports of earlier versions. */
const formerCountOf = (sources: ReadonlyArray<ReportSource>): string =>
  ` of ${several(publishersOf(sources), "publisher")}`

/** How a summary begins: what the report rests on, counted from its sources. */
export const restsOn = (niche: string, sources: ReadonlyArray<ReportSource>, of = countOf(sources)): string => {
  if (sources.length === 0)
    return `No stored evidence was found on ${quoted(niche)}, so this report says nothing about it.`
  const dates = daysOf(sources)
  const [oldest, newest] = [dates[0], dates.at(-1)]
  const dated = oldest === undefined ? "" : oldest === newest ? `, dated ${oldest}` : `, dated ${oldest} to ${newest}`
  return `This report on ${quoted(niche)} rests on ${several(sources.length, "stored source")}${of}${dated}.`
}

/** `12 days`, `14 months`, `3 years`. */
const span = (days: number): string =>
  days < 60
    ? several(days, "day")
    : days < 730
      ? several(Math.floor(days / 30.44), "month")
      : several(Math.floor(days / 365.25), "year")

const firstSeen = (count: number): string =>
  count === 1
    ? "has no date of its own: the day on which it was first seen stands in for it"
    : "have no date of their own: the day on which they were first seen stands in for it"

/**
 * What a reader should know of the age of the news that a report rests on; nothing where it is dated, and most of it
 * recent.
 */
export const ageOf = (sources: ReadonlyArray<ReportSource>, asOf: string | undefined): ReadonlyArray<string> => {
  const news = sources.filter(({ kind }) => kind === "signal")
  if (news.length === 0 || asOf === undefined) return []
  const ages = daysOf(news).map((day) => daysBetween(day, asOf))
  const undated = news.length - ages.length
  const newest = Math.min(...ages)
  const stale = ages.filter((age) => age > staleDays).length
  const old =
    ages.length === 0
      ? "The age of the news in this report is unknown."
      : newest > recentDays
        ? `The newest dated news in this report is ${span(newest)} old.`
        : stale > ages.length / 2
          ? `Of ${several(ages.length, "dated news item")} in this report, ${stale} are more than ${staleDays} days old.`
          : null
  const unsure = `Of ${several(news.length, "news item")} in this report, ${undated} ${firstSeen(undated)}.`
  return [...(old === null ? [] : [old]), ...(undated === 0 ? [] : [unsure])]
}

/** How a summary begins whose report cites few independent sources on topic, after it has said so. */
const howLittle = (cited: ReadonlyArray<ReportSource>, all: ReadonlyArray<ReportSource>): string => {
  const publishers = independentPublishers(cited)
  const newest = daysOf(cited).at(-1)
  const of = publishersOf(all)
  if (of > publishers) {
    const few = publishers === 0 ? "none" : `only ${publishers}`
    const dated = newest === undefined ? "" : `, the newest dated ${newest}`
    return `of the ${several(of, "publisher")} of its sources, its sentences cite ${few} on topic${dated}.`
  }
  const from = publishers === 0 ? "no independent publisher" : `only ${several(publishers, "independent publisher")}`
  const age = newest === undefined ? "its age is unknown" : `the newest is dated ${newest}`
  return `it is from ${from}, and ${age}.`
}

/**
 * How a summary begins whose report cites few independent sources on topic; nothing where there are enough. Of `all`
 * its sources some may be off topic, or only in its tables.
 */
export const littleEvidence = (niche: string, cited: ReadonlyArray<ReportSource>, all = cited): ReadonlyArray<string> =>
  isLittle(cited) ? [`There is little evidence on ${quoted(niche)}: ${howLittle(cited, all)}`] : []

/** The same in reports of earlier versions: they named neither the niche nor always the number of all. */
const formerLittleEvidence = (
  cited: ReadonlyArray<ReportSource>,
  all: ReadonlyArray<ReportSource>
): ReadonlyArray<string> =>
  [[cited, all] as const, [cited, cited] as const, [all, all] as const].flatMap(([own, others]) =>
    isLittle(own) ? [`There is little evidence: ${howLittle(own, others)}`] : []
  )

/** A report looks at news of so many days, if its caller doesn't say from when on. */
export const windowDays = 90

/** The first of them. */
export const windowStart = (asOf: string): CalendarDate => firstOfDays(windowDays, new Date(asOf))

/** What a report says that looked further back than it should have had to. */
export const tooLittleNews = (since: string): string =>
  `Few news items were found from ${since} on, so this report goes further back.`

/** How profiles begin if none of the account's competitors is in the evidence. */
export const noneListed = "None of your competitors is in this evidence: these are the companies that it names most."

export const sourcesFirst = "Read these sources first."

/**
 * What a brief says instead of a recommendation, whoever wrote it, where its evidence is too little (see
 * Independence.ts).
 */
export const undecided = {
  verdict:
    "The evidence found does not decide: fewer than three of its publishers have a headline about it and a story of their own.",
  step: "Look for more evidence before you decide."
}

/** The same in earlier versions. It seemed to contradict the sentence before it, which counts publishers. */
const formerUndecided = "The evidence found does not decide: fewer than three independent sources are about it."

/** What a brief says in the place of a recommendation that was written without a model. */
export const unweighed = {
  verdict: "Without a model the evidence was not weighed, so this report recommends neither way.",
  step: "Read the news first that most publishers carried or that fits best, then the risks."
}

/** What a brief comes to whose points a model has weighed, and what to do about it. */
export const decisions = {
  for: {
    answer: "The evidence found speaks for it more than against it.",
    step: "Go ahead, and answer the points against it first."
  },
  against: {
    answer: "The evidence found speaks against it more than for it.",
    step: "Do not go ahead as long as the points against it stand."
  },
  undecided: { answer: "The evidence found does not decide.", step: undecided.step }
}

/** How the summary of a brief begins: with what it comes to, and on what. */
const answerOn = (niche: string, answer: string): string =>
  answer.replace(
    /^(?:The evidence found|Without a model the evidence|This report)/,
    (begin) => `${begin} on ${quoted(niche)}`
  )

export const briefAnswers = (niche: string) => ({
  for: answerOn(niche, decisions.for.answer),
  against: answerOn(niche, decisions.against.answer),
  undecided: answerOn(niche, decisions.undecided.answer),
  tooLittle: answerOn(niche, undecided.verdict),
  unweighed: answerOn(niche, unweighed.verdict),
  none: answerOn(niche, nothingRecommended)
})

export const weighed = {
  how: "A model has weighed what this report cites.",
  for: "What weighs most for it",
  against: "What weighs most against it"
}

export const readFirst = { carried: "Read first", risks: "Then read about the risks" }

/** What little of the context that was given the news has, and that it counts for more in a report without a model. */
export const contextTold = (sources: ReadonlyArray<ReportSource>): string => {
  const news = sources.filter(({ kind }) => kind === "signal")
  const words = news.flatMap(({ reasons = [] }) => {
    const own = reasons.flatMap(({ kind, of }) => (kind === "context" ? of : []))
    return own.length === 0 ? [] : [own]
  })
  if (words.length === 0) return noContext
  const counts = Map.groupBy(words.flat(), (word) => word.toLowerCase())
  const named = [...counts.values()]
    .toSorted((one, other) => other.length - one.length)
    .slice(0, contextWords)
    .map(([word]) => word!)
  return `Words of your context (${named.join(", ")}) are in ${words.length} of ${several(news.length, "news item")}, and count for more there.`
}

/** How many words of a context a report names. */
const contextWords = 5

const noContext = "No news in this report has a word of your context, so the context has changed nothing."

const sections = Object.values(outlines).flat()

/** How sections of earlier versions began. */
const formerOpenings = [
  "News that by its words speaks for the market.",
  "News that by its words speaks against the market."
]

/** The same in reports of earlier versions, without a full stop. */
const withoutStop = (text: string): string => text.replace(/\.$/, "")

/** Everybody's. */
const common = new Set(
  [
    ...sections.flatMap((section) => [
      section.opening,
      nothingFound(section),
      nothingSorted(section),
      toldElsewhere(section),
      withoutStop(toldElsewhere(section))
    ]),
    ...formerOpenings,
    formerUndecided,
    noContext,
    noneListed,
    nothingRecommended,
    withoutModel,
    withoutWritingModel,
    sourcesFirst,
    withoutStop(sourcesFirst),
    ...Object.values(undecided),
    ...Object.values(decisions).flatMap(({ answer, step }) => [answer, step]),
    ...Object.values(weighed),
    ...Object.values(unweighed),
    ...Object.values(readFirst)
  ].filter((text) => text !== "")
)

const isBriefAnswer = (niche: string, text: string): boolean =>
  [...Object.values(briefAnswers(niche)), answerOn(niche, formerUndecided)].some((answer) => shown(answer) === text)

/** What reports of earlier versions say, which counted sources by words that speak for something and against it. */
const former = new Set([
  "The evidence found speaks for it, and nothing found speaks against it.",
  "Look for the other side before you decide: one side is not enough.",
  "The evidence found speaks against it, and nothing found speaks for it.",
  "Wait, or look for the other side before you decide.",
  "More of the evidence found speaks for it than against it.",
  "Start with a small step that you can undo, and answer the points against it first.",
  "As much of the evidence found speaks for it as against it.",
  "Wait until the points against it have an answer, or start with a small step that you can undo.",
  "More of the evidence found speaks against it than for it.",
  "This is a count of sources by their words, not a judgement.",
  "Read first for it",
  "Read first against it",
  "Then read of the risks",
  "The evidence found does not decide: neither side has three independent sources that are about it."
])

const memo = new WeakMap<ReadonlyArray<Exhibit>, ReadonlySet<string>>()

/** What our own code says of exhibits, as a reader is shown it; made once for all sentences of a report. */
const countedIn = (exhibits: ReadonlyArray<Exhibit>): ReadonlySet<string> => {
  const known = memo.get(exhibits)
  if (known !== undefined) return known
  const counted = new Set(exhibits.flatMap(everToldOf).map(shown))
  memo.set(exhibits, counted)
  return counted
}

/** What may stand before the words of a sentence, or of a source, that a reader is pointed to; the last in the past. */
const leads = [...Object.values(readFirst), weighed.for, weighed.against, "Then read of the risks"]

/** A pointer to a sentence of the report or to words of a source, which it repeats. */
export const pointerTo = (lead: string, words: string): string => `${lead}: ${quoted(words)}`

const repeats = (
  text: string,
  sentences: ReadonlySet<string> | undefined,
  sources: ReadonlyArray<ReportSource>
): boolean =>
  leads.some((lead) => {
    const words = text.startsWith(`${lead}: “`) && text.endsWith("”") ? text.slice(lead.length + 3, -1) : null
    return (
      words !== null &&
      ([...(sentences ?? [])].some((sentence) => shown(pointerTo(lead, sentence)) === text) ||
        sources.some(({ quote, title }) => shown(quoted(`${title}\n${quote}`)).includes(words)))
    )
  })

/** Whether a sentence points to sources and rests on none of them. */
export const isPointer = (niche: string, text: string): boolean =>
  common.has(text) ||
  former.has(text) ||
  isBriefAnswer(niche, text) ||
  leads.some((lead) => text.startsWith(`${lead}: “`))

/** Whether a sentence, as a reader is shown it, is one of these. */
export const isFormula = (
  text: string,
  {
    asOf,
    cited,
    exhibits,
    niche,
    sentences,
    since,
    sources,
    writer
  }: {
    niche: string
    sources: ReadonlyArray<ReportSource>
    cited?: ReadonlyArray<ReportSource> | undefined
    sentences?: ReadonlySet<string> | undefined
    writer?: string | undefined
    asOf?: string | undefined
    since?: SinceLastReport | undefined
    exhibits?: ReadonlyArray<Exhibit> | undefined
  }
): boolean =>
  common.has(text) ||
  (writer === "extractive" && former.has(text)) ||
  [restsOn(niche, sources), restsOn(niche, sources, formerCountOf(sources))].some((said) => shown(said) === text) ||
  (asOf !== undefined && tooLittleNews(windowStart(asOf)) === text) ||
  ageOf(sources, asOf).includes(text) ||
  littleEvidence(niche, cited ?? sources, sources).some((said) => shown(said) === text) ||
  formerLittleEvidence(cited ?? sources, sources).includes(text) ||
  isBriefAnswer(niche, text) ||
  shown(contextTold(sources)) === text ||
  repeats(text, sentences, sources) ||
  (exhibits !== undefined && countedIn(exhibits).has(text)) ||
  (since !== undefined && isComparison(text, since))

/**
 * Whether a sentence claims something about the market. Only the sentences by which a report speaks of itself don't,
 * and they are counted: whatever else is written needs a source, so that no verdict can be slipped in without one.
 */
export const isFactual = ({ text }: Sentence, report: Parameters<typeof isFormula>[1]): boolean =>
  !isFormula(text, report)
