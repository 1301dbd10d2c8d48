import type { ReportSource } from "../../domain/Report.ts"
import type { Signal } from "../../domain/Signal.ts"
import { type Facet, facetsOfNews } from "./Facets.ts"
import { type Candidate, contextWords } from "./Piece.ts"
import { toCalendarDate } from "../../domain/Timestamp.ts"
import { withinSentence } from "../check/OtherSide.ts"
import { split } from "../check/Sentences.ts"
import { mostNamed, reasonsByWords } from "./Relevance.ts"
import type { Assessed } from "./Selection.ts"
import { standingFacetsOf } from "./Open.ts"
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

/** The weights for the order: about the niche, about the context, fresh, with something to quote. */
const weights = { relevance: 4, context: 2, freshness: 2, quotable: 1 }

/** More words of the context than this are worth no more. */
const contextWanted = 3

/** A report quotes at most two sentences of a piece besides its headline. */
const quotesWanted = 2

/** News that counts as being about the niche. */
export interface Judged {
  readonly signal: Signal
  readonly score: number
  readonly reasons: NonNullable<ReportSource["reasons"]>
}

/** The key of a signal's story: the story's number, or the signal itself as long as it has none. */
export const storyOf = ({ id, story_id }: Signal): string => (story_id === null ? `signal ${id}` : `story ${story_id}`)

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
export const carriersOf = ({ also_in, source }: Signal): ReadonlyArray<string> => [
  source,
  ...also_in.map((other) => other.source)
]

/** What is the same in all spellings of a publisher's name. */
export const nameKey = (name: string): string => name.trim().toLowerCase()

/** Each publisher once: names that differ in case or white space alone are one's. */
export const publishersOf = (names: ReadonlyArray<string>): ReadonlyArray<string> => {
  const keys = names.map(nameKey)
  return names.filter((_, at) => keys.indexOf(keys[at]!) === at)
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
