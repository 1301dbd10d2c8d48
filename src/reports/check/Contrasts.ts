import { isTold } from "./Roles.ts"
import { contentOf } from "./FigureWords.ts"
import type { Figure, Words } from "./SentenceFigures.ts"
import { isTime } from "./SentenceQuantities.ts"

/*
 * Whether a claim gives a figure to the wrong one of two that the evidence compares: "tin slipped to 31 dollars, while
 * lead gained to 40", "Tarn sold 40 looms, overtaking Velda, which sold 31".
 */

/** Whether a claim gives a figure to something that has another figure in the same sentence of the evidence. */
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
    // A claim that also names the owner may be right.
    const owner = contentOf(its.ahead)
    if (owner.length === 0 || owner.some((word) => sentence.has(word))) return false
    const beside = lines.find((line) => line.includes(its)) ?? []
    return others.some((other) => {
      const words = beside.includes(other) && other.part > its.part ? contentOf(other.own) : []
      return words.length > 0 && words.every((word) => ahead.has(word) && !isOwn(word))
    })
  })
}

/** The names in a figure's own part. */
const ownNames = ({ names, own }: Figure): ReadonlyArray<string> => [...names].filter((name) => own.has(name))

const isAnyIn = (names: Iterable<string>, ...all: ReadonlyArray<Words>): boolean =>
  [...names].some((name) => all.some((words) => words.has(name)))

const opensWithName = ({ head, names }: Figure): boolean => head !== null && names.has(head)

/** Whether a claim begins with the owner of its figure, so that the owner is certain. */
const isNamed = (claim: Figure): boolean => opensWithName(claim) && !isTime(claim.kind)

/** Whether the evidence has a figure only in sentences about others, and another figure of those that a claim names. */
export const isInSentencesOfOthers = (
  claim: Figure,
  here: ReadonlyArray<Figure>,
  stored: ReadonlyArray<Figure>
): boolean =>
  isNamed(claim) &&
  here.every((its) => opensWithName(its) && !isAnyIn(claim.names, its.sentence, its.topic)) &&
  stored.some((its) => its.kind === claim.kind && claim.names.isSubsetOf(its.own))

/** The same for parts of sentences: a figure only in parts that name others, and a similar one for those it names. */
export const isInPartOfOthers = (
  claim: Figure,
  here: ReadonlyArray<Figure>,
  others: ReadonlyArray<Figure>
): boolean => {
  if (!isNamed(claim)) return false
  const owners = here.map(ownNames)
  return (
    here.every(
      (its, at) =>
        owners[at]!.length > 0 && !isAnyIn(owners[at]!, claim.sentence) && !isAnyIn(claim.names, its.own, its.topic)
    ) &&
    others.some((other) => {
      const said = contentOf(other.own).filter((word) => !other.names.has(word))
      return (
        claim.names.isSubsetOf(other.names) &&
        !isAnyIn(owners.flat(), other.names) &&
        (said.length === 0 || said.some((word) => claim.own.has(word)))
      )
    })
  )
}
