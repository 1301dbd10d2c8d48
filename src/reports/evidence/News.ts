import type { ReportSource } from "../../domain/Report.ts"
import type { Signal } from "../../domain/Signal.ts"
import { type Facet, facetsOfNews } from "./Facets.ts"
import { clashOf } from "./Conflicts.ts"
import { type Candidate, contextWords } from "./Piece.ts"
import { toCalendarDate } from "../../domain/Timestamp.ts"
import { withinSentence } from "../check/OtherSide.ts"
import { split } from "../check/Sentences.ts"
import { mostNamed, reasonsByWords } from "./Relevance.ts"
import type { Assessed } from "./Selection.ts"
import { paused } from "./Steps.ts"
import { standingFacetsOf } from "./Open.ts"
import { readingDeeds, turnsIn } from "./Turns.ts"
import { contentStems, likeness } from "../../text/Words.ts"

/** All words of a piece of news. */
export const textOf = ({ title, snippet }: Signal): string => (snippet === "" ? title : `${title}\n${snippet}`)

/** The half-life of freshness. */
const halfLifeDays = 30

/** How fresh news is, 1 to 0; news without a date of its own does not count as fresh. */
const freshness = ({ published_at, published_at_estimated }: Signal, before: Date): number =>
  published_at_estimated
    ? 0
    : 0.5 ** (Math.max(0, before.getTime() - Date.parse(published_at)) / 86_400_000 / halfLifeDays)

/** Feeds end a title with the publisher: `… - Reuters`, `… | Reuters`. */
const headline = ({ title, source }: Signal): string => {
  const cut = /^(.{20,}?)\s+[-–—|]\s+([^-–—|]{2,60})$/.exec(title)
  return cut !== null && likeness(new Set(contentStems(cut[2]!)), new Set(contentStems(source))) >= 0.5
    ? cut[1]!
    : title
}

/** What a publisher says about its own pages, which is not news. */
const isAboutPage =
  /\b(?:promo(?:tion)? code|coupon|(?:was|has been) (?:last )?updated (?:on|at)|first appeared on|read (?:more|the full|the whole)|continue reading|click (?:here|on)|subscribe|sign up (?:for|to)|newsletter|all rights reserved|affiliate links?|image(?: credit)? by|photo(?: credit)? by)\b/i

/** A sentence worth quoting: complete, neither too short nor too long, and not about the publisher's pages. */
export const isQuotable = (sentence: string): boolean =>
  sentence.length >= 30 &&
  sentence.length <= 320 &&
  /[.!]["'”’)]*$/.test(sentence) &&
  !/(?:…|\.\.\.)\S*$/.test(sentence) &&
  !isAboutPage.test(sentence)

/** The headline, then what the text adds to it. */
export const quotesOf = (signal: Signal): ReadonlyArray<string> => {
  const title = headline(signal)
  const known = new Set(contentStems(title))
  const added = split(signal.snippet).filter(
    (sentence) => isQuotable(sentence) && likeness(new Set(contentStems(sentence)), known) < 0.7
  )
  return [title, ...added]
}

/** The weights for the order: about the niche, about the context, fresh, carried by many, with something to quote. */
const weights = { relevance: 4, context: 2, freshness: 2, carried: 1, quotable: 1 }

/** More words of the context than this are worth no more. */
const contextWanted = 3

/** More publishers than this make a story no bigger. */
const manyPublishers = 8

/** A report quotes at most two sentences of a piece besides its headline. */
const quotesWanted = 2

/** News that counts as being about the niche. */
export interface Judged {
  readonly signal: Signal
  readonly score: number
  readonly reasons: NonNullable<ReportSource["reasons"]>
}

/** The key of a signal's story: the story's number, or the signal itself as long as it has none. */
const storyOf = ({ id, story_id }: Signal): string => (story_id === null ? `signal ${id}` : `story ${story_id}`)

/** The reasons, as a report's sources show them. */
export const reasonsOf = ({
  context,
  item,
  ofPublisher,
  ...words
}: Assessed<{ readonly signal: Signal; readonly searched: boolean }>): Judged["reasons"] => {
  const others = [
    { kind: "context" as const, of: context.slice(0, mostNamed) },
    { kind: "publisher" as const, of: ofPublisher ? [item.signal.source] : [] }
  ].filter(({ of }) => of.length > 0)
  return [...reasonsByWords(words), ...others, ...(item.searched ? [{ kind: "search" as const, of: [] }] : [])]
}

/**
 * A piece of news. `mentioned` are the companies of the niche that it names: then it is about competition. `excerpt` is
 * a sentence of the article itself, if that was read.
 */
export const ofSignal = (
  { reasons, score, signal }: Judged,
  mentioned: ReadonlyArray<string>,
  excerpt: string | null,
  before: Date
): Candidate => {
  const added = excerpt === null ? [] : [excerpt]
  const quotes = [...quotesOf(signal), ...added]
  const facets = new Set<Facet>(facetsOfNews(quotes))
  const asOf = toCalendarDate(before)
  if (!quotes.some((quote) => standingFacetsOf(quote, signal, asOf).has("outlook"))) facets.delete("outlook")
  if (mentioned.length > 0) facets.add("competition")
  return {
    kind: "signal",
    title: signal.title,
    url: signal.url,
    publisher: signal.source,
    published_at: signal.published_at,
    published_at_estimated: signal.published_at_estimated,
    quote: [textOf(signal), ...added].join("\n"),
    relevance: rounded(score),
    reasons: mentioned.length > 0 ? [...reasons, { kind: "mention", of: mentioned.slice(0, mostNamed) }] : reasons,
    facets,
    attribution: `${withinSentence(signal.source)}, ${signal.published_at_estimated ? "seen " : ""}${signal.published_at}`,
    headline: headline(signal),
    story: storyOf(signal),
    sentences: quotes.map((text) => ({ text, verbatim: true })),
    score:
      score * weights.relevance +
      (Math.min(contextWords({ reasons }), contextWanted) / contextWanted) * weights.context +
      freshness(signal, before) * weights.freshness +
      (Math.min(quotes.length - 1, quotesWanted) / quotesWanted) * weights.quotable
  }
}

/** As far as it means something. */
const rounded = (score: number): number => Math.round(score * 100) / 100

/** How many stories the news tells. */
export const storiesIn = (news: ReadonlyArray<{ readonly signal: Signal }>): number =>
  new Set(news.map(({ signal }) => storyOf(signal))).size

/** Who carried a signal's story under its own address or another: itself first, each once. */
const carriersOf = ({ also_in, source }: Signal): ReadonlyArray<string> => [
  source,
  ...also_in.map((other) => other.source)
]

const nameKey = (name: string): string => name.trim().toLowerCase()

/** Each publisher once: names that differ in case or white space alone are one's. */
export const publishersOf = (names: ReadonlyArray<string>): ReadonlyArray<string> => {
  const keys = names.map(nameKey)
  return names.filter((_, at) => keys.indexOf(keys[at]!) === at)
}

/** A signal, and the piece of evidence that it may be. */
interface Told {
  readonly signal: Signal
  readonly piece: Candidate
}

/** Of a story so many of its tellers are compared with each other. */
const compared = 12

/** A headline with less than this share of another's words tells something else of the story. */
const sameTelling = 0.5

/** Whether the headline of a piece tells something that the other's does not: an answer, or what came of it. */
const tellsMore = (one: Told, other: Told): boolean => {
  const [own, others] = [one, other].map(({ piece }) => new Set(contentStems(piece.headline ?? piece.title)))
  const least = Math.min(own!.size, others!.size)
  return one.signal.language === other.signal.language && own!.intersection(others!).size < sameTelling * least
}

/** By so much a plan's score is below that of what has become of it. */
const behind = 0.001

/** Who contradicts a telling, and whether it is a figure in which they differ. */
interface Against {
  readonly other: Told
  readonly ofFigure: boolean
}

/** For each telling those of its story that contradict it, the best first. Each two are compared once. */
function* contradictionsAmong(stories: ReadonlyArray<ReadonlyArray<Told>>) {
  const pairs = stories.flatMap((near) =>
    near.flatMap((one, at) => near.slice(at + 1).map((other) => ({ one, other })))
  )
  const against = new Map<Told, Array<Against>>()
  const add = (one: Told, by: Against) => against.set(one, [...(against.get(one) ?? []), by])
  yield* paused(pairs, ({ one, other }) => {
    const clash = other.piece.publisher === one.piece.publisher ? null : clashOf(one.piece, other.piece)
    if (clash === null) return
    const ofFigure = clash.figures !== null
    add(one, { other, ofFigure })
    add(other, { other: one, ofFigure })
  })
  return against
}

/**
 * Of each story the piece that is worth most, with all who tell of it. If it has taken a turn, the piece that tells the
 * turn leads, with the one that tells what was before. If it is contradicted, of those that are the one
 * leads that fewest publishers contradict, with the best of these. Else two others may contradict each other, who stand
 * behind it, or another may tell something else of the story. Who tells the opposite does not share it.
 */
export function* oncePerStory(news: ReadonlyArray<Told>): Generator<void, ReadonlyArray<Candidate>> {
  const stories = [...Map.groupBy(news, ({ signal }) => storyOf(signal)).values()].map((told) =>
    told.toSorted((one, other) => other.piece.score - one.piece.score)
  )
  const againstOf = yield* contradictionsAmong(stories.map((inOrder) => inOrder.slice(0, compared)))
  const carriedBy = (by: ReadonlyArray<Told>) => publishersOf(by.flatMap(({ signal }) => carriersOf(signal)))
  yield* readingDeeds(stories.flatMap((told) => (told.length > 1 ? told.map(({ piece }) => piece) : [])))
  const chosen = yield* paused(stories, (inOrder): ReadonlyArray<Candidate> => {
    const near = inOrder.slice(0, compared)
    const disputed = near
      .map((one) => ({ one, against: againstOf.get(one) ?? [] }))
      .filter(({ against }) => against.length > 0)
      .map((found) => ({ ...found, publishers: carriedBy(found.against.map(({ other }) => other)).length }))
      .toSorted((one, other) => one.publishers - other.publishers)[0]
    /** A telling with all who share it. */
    const shared = (one: Told): Candidate & { readonly carriedBy: ReadonlyArray<string> } => {
      const opposed = new Set((againstOf.get(one) ?? []).flatMap(({ ofFigure, other }) => (ofFigure ? [] : [other])))
      const own = carriedBy([one, ...inOrder.filter((other) => other !== one && !opposed.has(other))])
      const carried = Math.min(1, Math.log(own.length) / Math.log(manyPublishers))
      return { ...one.piece, carriedBy: own, score: one.piece.score + carried * weights.carried }
    }
    const best = inOrder[0]!
    const [turn] = inOrder.length > 1 ? turnsIn(inOrder.map(({ piece }) => piece)) : []
    if (turn !== undefined) {
      const told = (piece: Candidate) => inOrder.find((one) => one.piece === piece)!
      const now = told(turn.now)
      // Whoever told the story earlier did not know of the turn.
      const since = inOrder.filter((one) => one !== now && one.signal.published_at >= now.signal.published_at)
      const score = Math.max(best.piece.score, shared(now).score)
      return [
        { ...now.piece, carriedBy: carriedBy([now, ...since.filter(({ piece }) => piece !== turn.before)]), score },
        { ...turn.before, carriedBy: carriedBy([told(turn.before)]), score: score - behind }
      ]
    }
    const first = againstOf.has(best) ? [] : [shared(best)]
    if (disputed !== undefined) {
      const side = shared(disputed.one)
      const { ofFigure, other } = disputed.against[0]!
      // A report that has one side has the other.
      const opposite = { ...other.piece, carriedBy: ofFigure ? side.carriedBy : carriedBy([other]), score: side.score }
      return [...first, side, opposite]
    }
    const further = near.find((other) => other.piece.publisher !== best.piece.publisher && tellsMore(best, other))
    return [...first, ...(further === undefined ? [] : [{ ...further.piece, carriedBy: carriedBy([further]) }])]
  })
  return chosen.flat()
}

/** How many names the news is searched for. */
const namesSought = 12

/** One to three words in capitals inside a sentence, each once. */
export const namesIn = (text: string): ReadonlyArray<string> => {
  const found = text.match(/(?<![\p{L}\p{N}])\p{Lu}[\p{L}\p{N}&.'’-]+(?: \p{Lu}[\p{L}\p{N}&.'’-]+){0,2}/gu) ?? []
  const names = found
    .flatMap((run) => [run, run.split(" ")[0]!])
    .map((run) => run.replace(/(?:['’]s|(?<![.,'’-])[.,'’-]+)$/, ""))
  return [...new Set(names)].filter((name) => name.length > 2 && contentStems(name).length > 0)
}

/** The names that are in most stories. */
export const commonNames = (
  news: ReadonlyArray<{ readonly signal: Signal; readonly names: ReadonlyArray<string> }>
): ReadonlyArray<string> => {
  const stories = new Map<string, Set<string>>()
  for (const { names, signal } of news)
    for (const name of names) stories.set(name, (stories.get(name) ?? new Set()).add(storyOf(signal)))
  return [...stories]
    .sort((one, other) => other[1].size - one[1].size || (one[0] < other[0] ? -1 : 1))
    .slice(0, namesSought)
    .map(([name]) => name)
}
