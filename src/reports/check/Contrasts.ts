import { isTold } from "./Roles.ts"
import { contentOf } from "./FigureWords.ts"
import type { Figure } from "./SentenceFigures.ts"
import { isTime } from "./SentenceQuantities.ts"

/*
 * Whether a claim gives a figure to the wrong one of two that the evidence compares: "tin slipped to 31 dollars, while
 * lead gained to 40", "Tarn sold 40 looms, overtaking Velda, which sold 31".
 */

/** The names in a figure's own part. */
const ownNames = ({ names, own }: Figure): ReadonlyArray<string> => [...names].filter((name) => own.has(name))

/** Whether a claim gives its figure to what the evidence has beside another figure of the same sentence. */
export const isOfContrasted = (
  claim: Figure,
  claimed: ReadonlyArray<Figure>,
  here: ReadonlyArray<Figure>,
  others: ReadonlyArray<Figure>,
  lines: ReadonlyArray<ReadonlyArray<Figure>>
): boolean => {
  const { ahead, kind, limit, sentence, than } = claim
  if (isTime(kind) || !isTold(limit) || than !== null) return false
  if (claimed.some((other) => other !== claim && other.kind === kind)) return false
  return here.every((its) => {
    const isOwn = (word: string) => [its.own, its.shared, its.topic, its.subject].some((words) => words.has(word))
    // A claim that also speaks of the owner may be right.
    const owner = contentOf(its.ahead)
    if (owner.length === 0 || owner.some((word) => sentence.has(word))) return false
    const beside = lines.find((line) => line.includes(its)) ?? []
    return others.some((other) => {
      const words = beside.includes(other) && other.part > its.part ? contentOf(other.own) : []
      return words.length > 0 && words.every((word) => ahead.has(word) && !isOwn(word))
    })
  })
}

/** Whether evidence gives a figure to others, by name, and another like it to the one a claim begins with. */
export const isOfOtherNamed = (claim: Figure, here: ReadonlyArray<Figure>, others: ReadonlyArray<Figure>): boolean => {
  const names = [...claim.names]
  if (claim.head === null || !claim.names.has(claim.head) || isTime(claim.kind)) return false
  const isOfOthers = (its: Figure) => {
    const all = ownNames(its)
    return (
      all.length > 0 &&
      !all.some((name) => claim.sentence.has(name)) &&
      !names.some((name) => [its.own, its.topic].some((words) => words.has(name)))
    )
  }
  const owners = new Set(here.flatMap(ownNames))
  return (
    here.every(isOfOthers) &&
    others.some((other) => {
      const said = contentOf(other.own).filter((word) => !other.names.has(word))
      return (
        names.every((name) => other.names.has(name)) &&
        ![...other.names].some((name) => owners.has(name)) &&
        (said.length === 0 || said.some((word) => claim.own.has(word)))
      )
    })
  )
}
