import { kindOf, valueOf } from "./Numbers.ts"
import { meet } from "./Periods.ts"
import { type Amount, amountOf } from "./Rounding.ts"
import { type Figure, isMovement } from "./SentenceFigures.ts"
import { isTime } from "./SentenceQuantities.ts"
import { isCurrency } from "./Units.ts"
import { stem } from "../../text/Words.ts"

/*
 * What figures of a claim and of the evidence have in common: their readings, their kinds and the words around them.
 */

/** Whether two figures say the same: one of the readings, or times that meet. */
export const isSame = (one: Figure, other: Figure): boolean =>
  one.period !== null && other.period !== null
    ? meet(one.period, other.period)
    : one.readings.some((reading) => other.readings.includes(reading) || isBare(reading, other)) ||
      other.readings.some((reading) => isBare(reading, one))

/** From so much on an amount without its currency is one. */
const million = 1e6

/** Whether a reading is an amount without its currency of that figure: "up from the 1.38 billion of before". */
const isBare = (reading: string, { kind, readings: [its] }: Figure): boolean =>
  kindOf(reading) === "number" &&
  isCurrency(kind) &&
  Number(valueOf(reading)) >= million &&
  valueOf(reading) === valueOf(its!)

/** The words of a claim by how much they tell of a figure. */
export const weighed = ({ own, shared }: Figure): ReadonlyMap<string, number> =>
  new Map([...Array.from(shared, (word) => [word, 0.5] as const), ...Array.from(own, (word) => [word, 1] as const)])

export type Weighed = ReturnType<typeof weighed>

/** How much all these words tell. */
export const weightOf = (words: Weighed): number => [...words.values()].reduce((sum, weight) => sum + weight, 0)

/** How much of a claim's words the evidence has about a figure, the nearer the more. */
export const told = (words: Weighed, { own, sentence, shared, topic }: Figure): number => {
  let sum = 0
  for (const [word, weight] of words)
    sum += weight * (own.has(word) ? 1 : shared.has(word) ? 0.6 : sentence.has(word) || topic.has(word) ? 0.2 : 0)
  return sum
}

/** The most that the evidence has of a claim's words about any of these figures. */
export const best = (words: Weighed, figures: ReadonlyArray<Figure>): number =>
  Math.max(0, ...figures.map((figure) => told(words, figure)))

/** So many letters in a row at their beginning make words akin: registered and registrations. */
const akin = 6

/** Whether words are the same, or of one root as far as their beginnings tell. */
export const areAkin = (one: string, other: string): boolean =>
  one === other || (one.length >= akin && one.slice(0, akin) === other.slice(0, akin))

/** Words of time, which tell when something is and not what. */
const ofTime = new Set(
  "year annual annum month week daily day hour quarter half season earlier later ago last previous prior same period time"
    .split(" ")
    .map(stem)
)

/** The words of a figure that say what it is of. */
export const contentOf = (words: Iterable<string>): ReadonlyArray<string> =>
  [...words].filter((word) => !isMovement(word) && !having.has(word) && !ofTime.has(word) && !/\d/.test(word))

/** Of fewer words nothing can be told. */
export const fewest = 2

/** What says no more than that there is so much. */
export const having = new Set(
  (
    "has have had own employ number count total com amount stand run operat peopl person staff all altogether " +
    "around roughly nearly almost just exactly approximately"
  ).split(" ")
)

/** A third is 33 %. */
const sameForm = 1.02

/** How many times as much makes a figure without a unit one of another kind: 3.3 is not taken for 3.1 million. */
const apart = 100

/** Whether figures of one kind may be taken for each other; not where one says the other in another form. */
export const isLike = (one: Figure, other: Figure): boolean => {
  if (one.kind !== other.kind || isSame(one, other)) return false
  if (one.period !== null) return true
  const [a, b] = [one, other].map(({ readings: [reading] }) => amountOf(reading!)) as [Amount | null, Amount | null]
  if (a === null || b === null) return true
  const times = Math.max(a.value, b.value) / Math.min(a.value, b.value)
  return times > sameForm && (one.kind !== "number" || times < apart)
}

/** Whether one of two is told without the unit that the other has: 9 million metres here and 5 million there. */
export const isShortFor = (one: Figure, other: Figure): boolean => {
  const [bare, full] = one.kind === "number" ? [one, other] : [other, one]
  if (
    bare.kind !== "number" ||
    full.kind === "number" ||
    isTime(full.kind) ||
    /^(?:percent|points|times|label)/.test(full.kind)
  )
    return false
  const [a, b] = [bare, full].map(({ readings: [reading] }) => Number(valueOf(reading!))) as [number, number]
  return a !== b && Math.max(a, b) < apart * Math.min(a, b)
}

/** Whether figures of one kind are different, however far apart. */
export const isLikeCount = (one: Figure, other: Figure): boolean => one.kind === other.kind && !isSame(one, other)
