import type { Signal } from "../../domain/Signal.ts"
import { contentStems } from "../../text/Words.ts"
import { clashOf } from "./Conflicts.ts"
import { carriersOf, publishersOf, storyOf } from "./News.ts"
import type { Candidate } from "./Piece.ts"
import { paused } from "./Steps.ts"
import { readingDeeds, turnsIn } from "./Turns.ts"

/*
 * What the publishers of one story report. A story may contain several events, if several pieces of news about one
 * company appear on one day. A publisher that reports another event, or the opposite, does not count as reporting the
 * same, and its own piece is kept.
 */

/** A signal, and the piece of evidence that it may be. */
export interface Told {
  readonly signal: Signal
  readonly piece: Candidate
}

/** How many pieces of a story are compared with each other. */
const compared = 12

/** The weight of being carried by many publishers, and the number from which more add nothing. */
const carrying = { weight: 1, many: 8 }

/** A headline with less than this share of another's words reports something else about the story. */
const sameTelling = 0.5

/** How many sentences after the headline say what a piece is about. */
const opening = 2

const wordsIn = (...texts: ReadonlyArray<string>): ReadonlySet<string> => new Set(texts.flatMap(contentStems))

const headlineOf = ({ piece }: Told): string => piece.headline ?? piece.title

/** Whether the headline of a piece reports something that the other's does not: an answer, or the outcome. */
const tellsMore = (one: Told, other: Told): boolean => {
  const [own, others] = [wordsIn(headlineOf(one)), wordsIn(headlineOf(other))]
  const least = Math.min(own.size, others.size)
  return one.signal.language === other.signal.language && own.intersection(others).size < sameTelling * least
}

/** Whether another piece says, in its headline or first sentences, what a headline says. */
const sharesHeadline = (other: Told, one: Told): boolean => {
  const own = wordsIn(headlineOf(one))
  const sentences = other.piece.sentences.map(({ text }) => text)
  const its = wordsIn(headlineOf(other), ...sentences.slice(0, 1 + opening))
  return one.signal.language !== other.signal.language || own.intersection(its).size >= sameTelling * own.size
}

/** How much lower a plan's score is than that of its outcome. */
const behind = 0.001

/** For each piece, those of its story that contradict it, the best first. Every pair is compared once. */
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

/** A piece with the publishers of its story that report the same, and those that report something else. */
const withTellers = (one: Told, sharing: ReadonlyArray<Told>, story: ReadonlyArray<Told>) => {
  const own = carriedBy([one, ...sharing])
  return { ...one.piece, carriedBy: own, others: carriedBy(story).filter((name) => !own.includes(name)) }
}

/** The pieces of a story that a report may use. `story` has the best pieces first. */
const chosenOf = (story: ReadonlyArray<Told>, againstOf: ReadonlyMap<Told, ReadonlyArray<Told>>) => {
  const near = story.slice(0, compared)
  const best = story[0]!
  const shared = (one: Told, score = one.piece.score) => {
    const against = againstOf.get(one) ?? []
    const sharing = story.filter((other) => other !== one && !against.includes(other) && sharesHeadline(other, one))
    return { ...withTellers(one, sharing, story), score }
  }
  /** The same, with a higher score the more publishers report it. */
  const weighed = (one: Told) => {
    const telling = shared(one)
    const carried = Math.min(1, Math.log(telling.carriedBy.length) / Math.log(carrying.many))
    return { ...telling, score: telling.score + carried * carrying.weight }
  }
  const [turn] = story.length > 1 ? turnsIn(story.map(({ piece }) => piece)) : []
  if (turn !== undefined) {
    const told = (piece: Candidate) => story.find((one) => one.piece === piece)!
    const [now, before] = [told(turn.now), told(turn.before)]
    // Publishers that reported the story earlier did not know of the turn.
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
  /** The piece that the fewest publishers contradict, with the best of the pieces that contradict it. */
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
  // Both sides get about the same score, so that a report that has one side also has the other.
  const disputed = side === undefined ? [] : [weighed(side), shared(opposite!, weighed(side).score)]
  return [...leading.map(weighed), ...disputed, ...further.map((one) => shared(one))]
}

/**
 * For each story the best piece, with all publishers that report the same.
 *
 * If the story has taken a turn, the piece about the turn leads, followed by one about what was before. If the best
 * piece is contradicted, the piece that the fewest publishers contradict leads, followed by the best that contradicts
 * it. If only other pieces contradict each other, two of them follow the best piece. Last comes a piece that reports
 * something else about the story, with one that contradicts it.
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
