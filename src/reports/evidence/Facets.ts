import { contentStems, stem, words } from "../../text/Words.ts"
import { movementOf } from "../check/ClaimWords.ts"
import { quantities, plainText, kindOf } from "../check/Numbers.ts"
import { remembered } from "../check/Remembered.ts"
import { type Event, eventsIn } from "./Events.ts"

/*
 * Which section a piece of evidence belongs into: by its kind, by the kinds of events that its sentences tell, and by
 * what a figure in them does. Nothing here says whether news is good or bad.
 */

/** What a piece can be used for. */
export type Facet =
  | "news"
  | "company"
  | "competitor"
  | "search"
  | "social"
  | "outlook"
  | "development"
  | "trend"
  | "competition"
  | Event

const outlook = new Set(
  `forecast forecasts outlook expect expects expected expecting predict predicts predicted prediction project projected projection plans
  planned aims prospect prospects anticipate anticipates anticipated roadmap pledge pledges promise promises`
    .split(/\s+/)
    .map(stem)
)

/** Until when, or from when on. */
const ahead =
  /\b(?:by|until|from|in|before|end of) (?:the end of )?(?:\p{L}+ )?(?:20[2-9]\d)\b|\bnext (?:year|quarter|month|decade|summer|spring|autumn|winter)\b|\bis due\b/iu
const will = /\b(?:will|would|should|could|may|is to|are to|expected|plans?|planned|due|promises?|starts?)\b/i

const competition = new Set(
  `rival rivals competitor competitors competition compete competes competing challenger overtake overtakes overtook entrant`
    .split(/\s+/)
    .map(stem)
)

/** Words that speak of past expectations, which say nothing of the future. */
const isPast = /\bhad (?:\S+ )?(?:forecast|expected|planned|projected|promised|anticipated|announced)\b/i

/** A share's price says what investors think, not how a market moves. */
const isOfShares = /\b(?:shares|stock|dividend)\b/i

/** What something was before. */
const compares = /\b(?:up|down) from\b|\bfrom [$€£]?\d[^]{0,40} to [$€£]?\d|\bthan (?:a year|last)\b/i

/** Whether a sentence says that something moves, and by what part, or from where to where. */
const moves = (sentence: string): boolean =>
  !isOfShares.test(sentence) &&
  words(sentence).some((word) => movementOf(stem(word)) !== null) &&
  (compares.test(sentence) ||
    quantities(plainText(sentence)).some(({ readings: [reading] }) => /^(?:percent|share)$/.test(kindOf(reading!))))

/** The sentences of some reports: each is looked at for every section, and whenever its report is written. */
const sentencesRemembered = 1_000

/** What one sentence, or headline, of news is about. */
export const facetsOf: (sentence: string) => ReadonlySet<Facet> = remembered((sentence) => {
  const stems = contentStems(sentence)
  const events = eventsIn(sentence)
  const facets = new Set<Facet>(["news", ...events])
  if (events.size > 0) facets.add("development")
  if (moves(sentence)) facets.add("trend")
  if (stems.some((word) => competition.has(word))) facets.add("competition")
  if (isPast.test(sentence)) return facets
  if (stems.some((word) => outlook.has(word)) || (will.test(sentence) && ahead.test(sentence))) facets.add("outlook")
  return facets
}, sentencesRemembered)

/**
 * What a piece of news is about: all that its sentences are, but for events. What happened stands in the headline or in
 * the first sentence; further down events are told of others, or as background.
 */
export const facetsOfNews = (sentences: ReadonlyArray<string>): ReadonlySet<Facet> =>
  new Set(sentences.flatMap((sentence, at) => [...facetsOf(sentence)].filter((facet) => at < lead || !isEvent(facet))))

const lead = 2

const isEvent = (facet: Facet): boolean =>
  facet === "development" || facet === "venture" || facet === "incident" || facet === "constraint"
