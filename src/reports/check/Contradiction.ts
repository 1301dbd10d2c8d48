import { sidesOf } from "./ClaimWords.ts"
import type { Token } from "./Tokens.ts"

/*
 * Whether a passage says the opposite of a clause that otherwise uses its words. A passage often moves both ways
 * ("shares, which had risen 18 %, fell 6 %"), so words of direction are compared with those that stand beside the same
 * words.
 */

/** A passage, line by line. */
interface Passage {
  readonly lines: ReadonlyArray<ReadonlyArray<Token>>
}

/** How many words to either side tell what a word of direction is about. */
const reach = 4

/** How many words after a negation it turns round. */
const scope = 4

const keyOf = (token: Token): string | null =>
  token.is === "number" ? token.readings[0]! : token.is === "word" ? token.stem : null

/** The words around a place with how near they are, 1 for the next. */
const around = (line: ReadonlyArray<Token>, at: number): ReadonlyMap<string, number> => {
  const near = new Map<string, number>()
  for (let distance = reach; distance >= 1; distance--) {
    for (const token of [line[at - distance], line[at + distance]]) {
      const key = token === undefined ? null : keyOf(token)
      if (key !== null) near.set(key, distance)
    }
  }
  return near
}

/** How much two places share: words near both count most, numbers twice. */
const alike = (one: ReadonlyMap<string, number>, other: ReadonlyMap<string, number>): number => {
  let sum = 0
  for (const [key, distance] of one) {
    const its = other.get(key)
    if (its !== undefined) sum += (key.includes(":") ? 2 : 1) / (distance + its)
  }
  return sum
}

interface Movement {
  readonly to: "up" | "down"
  readonly near: ReadonlyMap<string, number>
}

const movementsIn = (line: ReadonlyArray<Token>): ReadonlyArray<Movement> =>
  line.flatMap((token, at) => (token.is === "movement" ? [{ to: token.to, near: around(line, at) }] : []))

/** Whether something that the clause moves one way moves the other way in the passage, or not at all. */
const movesElsewhere = (clause: ReadonlyArray<Token>, lines: Passage["lines"]): boolean => {
  const known = lines.flatMap(movementsIn)
  return movementsIn(clause).some(({ near, to }) => {
    const best = Math.max(0, ...known.map((other) => alike(near, other.near)))
    return !known.some((other) => other.to === to && alike(near, other.near) === best)
  })
}

/**
 * Whether the passage has the opposite of a word where the clause has the word, and the word's own side is further off.
 */
const saysOpposite = (clause: ReadonlyArray<Token>, lines: Passage["lines"]): boolean =>
  clause.some((token, at) => {
    if (token.is !== "word") return false
    const sides = sidesOf(token.stem)
    if (sides === null) return false
    const near = around(clause, at)
    const likest = (is: (stem: string) => boolean): number =>
      Math.max(
        -1,
        ...lines.flatMap((line) =>
          line.flatMap((other, there) =>
            other.is === "word" && is(other.stem) ? [alike(near, around(line, there))] : []
          )
        )
      )
    return likest((stem) => sides.opposite.has(stem)) > likest((stem) => sides.own.has(stem))
  })

/** Whether a passage says the opposite of what a clause says. */
export const contradicts = (clause: ReadonlyArray<Token>, { lines }: Passage): boolean =>
  movesElsewhere(clause, lines) || saysOpposite(clause, lines)

/** What negations turn round: the words that follow each. */
const deniedIn = (line: ReadonlyArray<Token>): ReadonlyArray<ReadonlyArray<string>> =>
  line.flatMap((token, at) =>
    token.is === "negation"
      ? [
          line
            .slice(at + 1, at + 1 + scope)
            .flatMap((next) => (next.is === "movement" ? [next.stem] : (keyOf(next) ?? [])))
        ]
      : []
  )

const shared = (one: ReadonlyArray<string>, other: ReadonlyArray<string>): number =>
  one.filter((word) => other.includes(word)).length

/** Whether the clause denies what no line of its sources does, or the passage what the clause says. */
export const denies = (
  clause: ReadonlyArray<Token>,
  { lines }: Passage,
  all: ReadonlyArray<ReadonlyArray<Token>>
): boolean => {
  const here = deniedIn(clause)
  const known = all.flatMap(deniedIn)
  if (here.some((words) => !known.some((others) => shared(words, others) > 0))) return true
  const said = clause.flatMap((token) => (token.is === "movement" ? [token.stem] : (keyOf(token) ?? [])))
  return lines
    .flatMap(deniedIn)
    .some(
      (words) =>
        shared(words, said) > words.length / 2 &&
        shared(words, said) >= Math.min(2, words.length) &&
        !here.some((own) => shared(own, words) > 0)
    )
}

/** Whether one says of the same words the opposite: each of the two contradicts the other, or denies it. */
export const contradictEachOther = (one: ReadonlyArray<Token>, other: ReadonlyArray<Token>): boolean => {
  const both = (rule: (clause: ReadonlyArray<Token>, lines: ReadonlyArray<ReadonlyArray<Token>>) => boolean) =>
    rule(one, [other]) && rule(other, [one])
  return (
    both((clause, lines) => contradicts(clause, { lines })) || both((clause, lines) => denies(clause, { lines }, lines))
  )
}
