import { areNear } from "../check/Age.ts"
import { type Stated, type Telling, type Told, toldBy } from "./StatedFigures.ts"
import { dividing, isOfAccounts } from "./TellingWords.ts"

/*
 * Which figures of two pieces are for the same thing, and whether they agree. Everything that is said about them must
 * be the same, in any order: a word that only one of them has ("consumer", "Germany", "operating") makes it another
 * thing. Only for one event may one piece say less than the other, and not if each word of a measure matters.
 */

const areOfOneForm = (one: Stated, other: Stated): boolean => one.kind === other.kind && one.form === other.form

/** Whether two figures are for the same thing at the same time, by everything that is said about them. */
const areOfSame = (one: Stated, other: Stated): boolean => {
  if (!areOfOneForm(one, other) || one.time !== other.time || one.isUndated) return false
  if (one.words.symmetricDifference(other.words).size > 0) return false
  return one.isFinal || other.isFinal ? one.isFinal && other.isFinal : areNear(one.day, other.day)
}

/**
 * Two figures of one event are for the same thing if they share `words`. If each has other words, too, they must share
 * `amongOthers`, and this share of the words of the shorter one. One figure may be at most `times` the other, because a
 * whole is many times its part.
 */
const enough = { words: 3, amongOthers: 4, share: 0.6, times: 3 }

/**
 * Whether a word that only one of two figures has makes it a figure for another thing: a place or other words after it
 * ("300 jobs in Ireland"), a kind of measure (net, gross) or a part. For sales, profit and cost every word does.
 */
const isApart = (one: Stated, other: Stated): boolean => {
  const added = one.words.difference(other.words)
  return (
    isOfAccounts(one.words) ||
    !added.isDisjointFrom(dividing) ||
    !added.isDisjointFrom(one.behind) ||
    (other.names.size > 0 && !added.isDisjointFrom(one.names))
  )
}

/**
 * Whether two figures of one event, reported at about the same time, are for the same thing. One of them may say less
 * about it, give no time, or use another verb.
 */
const areOfSameInEvent = (one: Stated, other: Stated): boolean => {
  if (!areOfOneForm(one, other)) return false
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

/** Whether two figures agree. */
const agree = (one: Stated, other: Stated): boolean =>
  Math.abs(one.value - other.value) <= Math.max(one.leeway, other.leeway)

/** Whether a piece has the other's figure as well: then its own may be for another thing or another time. */
const hasBoth = ({ figures }: Told, own: Stated, its: Stated): boolean =>
  figures.some(
    ({ kind, value }) =>
      kind === its.kind && value !== Math.abs(own.value) && Math.abs(value - Math.abs(its.value)) <= its.leeway
  )

/** The result of comparing the figures of two pieces. */
interface Comparison {
  /** Whether they have figures for the same thing. */
  readonly areCompared: boolean
  /** The figures for the same thing that differ; the first piece's figure comes first. */
  readonly differ: ReadonlyArray<readonly [Stated, Stated]>
}

const compare = (own: Told, theirs: Told, isSame: typeof areOfSame): Comparison => {
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

/** A comparison that remembers its results, because a report compares the same two pieces several times. */
const rememberedBy = (isSame: typeof areOfSame) => {
  const known = new WeakMap<Told, WeakMap<Told, Comparison>>()
  return (own: Told, theirs: Told): Comparison => {
    const before = known.get(own) ?? new WeakMap<Told, Comparison>()
    known.set(own, before)
    const found = before.get(theirs) ?? compare(own, theirs, isSame)
    before.set(theirs, found)
    return found
  }
}

const ofAnything = rememberedBy(areOfSame)
const inOneEvent = rememberedBy(areOfSameInEvent)

/** Compares the figures of two pieces. If both report one event at the same time, they may say less about them. */
export const comparison = (one: Telling, other: Telling, ofOneEvent = false): Comparison =>
  (ofOneEvent ? inOneEvent : ofAnything)(toldBy(one), toldBy(other))
