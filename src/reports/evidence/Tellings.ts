import type { Signal } from "../../domain/Signal.ts"
import { contentStems } from "../../text/Words.ts"
import { clashOf } from "./Conflicts.ts"
import { carriersOf, publishersOf, storyOf } from "./News.ts"
import type { Candidate } from "./Piece.ts"
import { paused } from "./Steps.ts"
import { readingDeeds, turnsIn } from "./Turns.ts"

/*
 * What the publishers of one story tell. A story may hold several events, where news of one company comes on one day:
 * who tells of another one, or the opposite, does not share a telling, and what they say stays.
 */

/** A signal, and the piece of evidence that it may be. */
export interface Told {
  readonly signal: Signal
  readonly piece: Candidate
}

/** Of a story so many of its tellers are compared with each other. */
const compared = 12

/** The weight of being carried by many, and how many make a story no bigger. */
const carrying = { weight: 1, many: 8 }

/** A headline with less than this share of another's words tells something else of the story. */
const sameTelling = 0.5

/** So many sentences behind the headline tell what a piece is about. */
const opening = 2

const wordsIn = (...texts: ReadonlyArray<string>): ReadonlySet<string> => new Set(texts.flatMap(contentStems))

const headlineOf = ({ piece }: Told): string => piece.headline ?? piece.title

/** Whether the headline of a piece tells something that the other's does not: an answer, or what came of it. */
const tellsMore = (one: Told, other: Told): boolean => {
  const [own, others] = [wordsIn(headlineOf(one)), wordsIn(headlineOf(other))]
  const least = Math.min(own.size, others.size)
  return one.signal.language === other.signal.language && own.intersection(others).size < sameTelling * least
}

/** Whether another telling says, in its headline or first sentences, what a headline says. */
const sharesHeadline = (other: Told, one: Told): boolean => {
  const own = wordsIn(headlineOf(one))
  const sentences = other.piece.sentences.map(({ text }) => text)
  const its = wordsIn(headlineOf(other), ...sentences.slice(0, 1 + opening))
  return one.signal.language !== other.signal.language || own.intersection(its).size >= sameTelling * own.size
}

/** By so much a plan's score is below that of what has become of it. */
const behind = 0.001

/** For each telling those of its story that contradict it, the best first. Each two are compared once. */
function* contradictionsAmong(stories: ReadonlyArray<ReadonlyArray<Told>>) {
  const pairs = stories.flatMap((near) =>
    near.flatMap((one, at) => near.slice(at + 1).map((other) => ({ one, other })))
  )
  const against = new Map<Told, Array<Told>>()
  const add = (one: Told, other: Told) => against.set(one, [...(against.get(one) ?? []), other])
  yield* paused(pairs, ({ one, other }) => {
    if (other.piece.publisher === one.piece.publisher || clashOf(one.piece, other.piece) === null) return
    add(one, other)
    add(other, one)
  })
  return against
}

const carriedBy = (by: ReadonlyArray<Told>) => publishersOf(by.flatMap(({ signal }) => carriersOf(signal)))

/** A telling with those of its story who share it, and those who tell something else. */
const withTellers = (one: Told, sharing: ReadonlyArray<Told>, story: ReadonlyArray<Told>) => {
  const own = carriedBy([one, ...sharing])
  return { ...one.piece, carriedBy: own, others: carriedBy(story).filter((name) => !own.includes(name)) }
}

/** The tellings of a story that a report may use; the best come first in the story. */
const chosenOf = (story: ReadonlyArray<Told>, againstOf: ReadonlyMap<Told, ReadonlyArray<Told>>) => {
  const near = story.slice(0, compared)
  const best = story[0]!
  const shared = (one: Told, score = one.piece.score) => {
    const against = againstOf.get(one) ?? []
    const sharing = story.filter((other) => other !== one && !against.includes(other) && sharesHeadline(other, one))
    return { ...withTellers(one, sharing, story), score }
  }
  /** The same, worth more the more share it. */
  const weighed = (one: Told) => {
    const telling = shared(one)
    const carried = Math.min(1, Math.log(telling.carriedBy.length) / Math.log(carrying.many))
    return { ...telling, score: telling.score + carried * carrying.weight }
  }
  const [turn] = story.length > 1 ? turnsIn(story.map(({ piece }) => piece)) : []
  if (turn !== undefined) {
    const told = (piece: Candidate) => story.find((one) => one.piece === piece)!
    const [now, before] = [told(turn.now), told(turn.before)]
    // Whoever told the story earlier did not know of the turn.
    const since = story.filter(
      (one) => one !== now && one !== before && one.signal.published_at >= now.signal.published_at
    )
    const score = Math.max(best.piece.score, weighed(now).score)
    return [
      {
        ...withTellers(
          now,
          since.filter((one) => sharesHeadline(one, now)),
          story
        ),
        score
      },
      { ...withTellers(before, [], story), score: score - behind }
    ]
  }
  /** Of some tellings the one that fewest publishers contradict, with the best of these. */
  const disputeAmong = (some: ReadonlyArray<Told>): ReadonlyArray<Told> => {
    const [found] = some
      .map((one) => ({ one, against: (againstOf.get(one) ?? []).filter((other) => some.includes(other)) }))
      .filter(({ against }) => against.length > 0)
      .toSorted((one, other) => carriedBy(one.against).length - carriedBy(other.against).length)
    return found === undefined ? [] : [found.one, found.against[0]!]
  }
  const [side, opposite] = disputeAmong(near)
  const leading = againstOf.has(best) ? [] : [best]
  const lead = [...leading, ...(side === undefined ? [] : [side, opposite!])]
  const rest = near.filter(
    (one) => one.piece.publisher !== lead[0]!.piece.publisher && lead.every((other) => tellsMore(one, other))
  )
  const restDispute = disputeAmong(rest)
  const further = restDispute.length > 0 ? restDispute : rest.slice(0, 1)
  // A report that has one side has the other.
  const disputed = side === undefined ? [] : [weighed(side), shared(opposite!, weighed(side).score)]
  return [...leading.map(weighed), ...disputed, ...further.map((one) => shared(one))]
}

/**
 * Of each story the piece that is worth most, with all who tell the same. If it has taken a turn, the piece that tells
 * the turn leads, with the one that tells what was before. If it is contradicted, of those that are the one leads that
 * fewest publishers contradict, with the best of these. Else two others may contradict each other, who stand behind it.
 * Then comes who tells something else of the story, with who contradicts that.
 */
export function* oncePerStory(news: ReadonlyArray<Told>): Generator<void, ReadonlyArray<Candidate>> {
  const stories = [...Map.groupBy(news, ({ signal }) => storyOf(signal)).values()].map((told) =>
    told.toSorted((one, other) => other.piece.score - one.piece.score)
  )
  const againstOf = yield* contradictionsAmong(stories.map((inOrder) => inOrder.slice(0, compared)))
  yield* readingDeeds(stories.flatMap((told) => (told.length > 1 ? told.map(({ piece }) => piece) : [])))
  const chosen = yield* paused(stories, (story): ReadonlyArray<Candidate> => chosenOf(story, againstOf))
  return chosen.flat()
}
