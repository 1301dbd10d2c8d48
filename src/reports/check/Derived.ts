import type { ReportSource } from "../../domain/Report.ts"
import type { Derivation } from "./Calculation.ts"
import { differs } from "./Amounts.ts"
import { differsWithin, rest, totals } from "./Inferred.ts"
import { kindOf, quantities, type Quantity, valueOf } from "./Numbers.ts"
import { roleAt } from "./Roles.ts"
import { isComputed } from "./Rounding.ts"
import { type Figure, storedIn } from "./SentenceFigures.ts"
import { wayAt } from "./Ways.ts"

/*
 * What a calculation that only a judge gives can stand for. A difference is a change, a gap or what is left, and no
 * level; a sum is the total of parts of one thing; a rise or a fall in percent is one of what was before.
 */

/** What stands behind a figure that is a part of something. */
const partOf = /^(?:\s\p{L}+){0,1}\sof (?:the|its|their|his|her|all|these|those|them|it)\b/iu
const near = 40

/** The figures of the evidence that a part of a calculation may be, in any scale. */
const meant = (text: string, lines: ReadonlyArray<ReadonlyArray<Figure>>): ReadonlyArray<readonly [Figure, number]> => {
  const values = quantities(text).flatMap(({ readings }) => readings.map((reading) => Number(valueOf(reading))))
  return lines.flatMap((line, index) =>
    line.flatMap((figure) =>
      figure.readings.some((reading) =>
        values.some((value) => [1, 1e3, 1e6, 1e9, 1e12].some((scale) => value * scale === Number(valueOf(reading))))
      )
        ? [[figure, index] as const]
        : []
    )
  )
}

const isChange = ({ portion, role }: Figure): boolean => role === "change" || portion === "part"

/** Whether figures stand in one sentence, and none counts another thing. */
const arePartsOfOne = (all: ReadonlyArray<ReadonlyArray<readonly [Figure, number]>>): boolean =>
  (all[0] ?? []).some(([, line]) => {
    const here = all.map((figures) => figures.filter(([, at]) => at === line).map(([{ counts }]) => counts))
    const nouns = new Set(here.flat().filter((noun) => noun !== null))
    return here.every((counts) => counts.length > 0) && nouns.size <= 1
  })

/** Whether a percentage by which something rises or falls is one of what was less, or more; others are of anything. */
const isOfBefore = (text: string, quantity: Quantity, parts: ReadonlyArray<number>): boolean => {
  const way = wayAt(text, quantity)
  if (way === null || way === "part" || !/^(?:percent|share)$/.test(kindOf(quantity.readings[0]!))) return true
  const changes = parts.flatMap((one) =>
    parts.flatMap((other) =>
      one < other && one > 0 ? [`percent:${(100 * (other - one)) / (way === "up" ? one : other)}`] : []
    )
  )
  return quantity.readings.some((reading) => isComputed(reading, changes))
}

/** Whether a figure of a text is what a calculation comes to, and may be called what the text calls it. */
export const standsFor = (
  text: string,
  quantity: Quantity,
  { by, of, parts, readings }: Derivation,
  sources: ReadonlyArray<ReportSource>
): boolean => {
  if (!quantity.readings.some((reading) => readings.includes(reading) || isComputed(reading, readings))) return false
  const lines = sources.flatMap(storedIn)
  const operands = of.map((each) => meant(each, lines))
  if (by === "*" || by === "/")
    return isOfBefore(text, quantity, parts) || operands.some((figures) => figures.some(([figure]) => isChange(figure)))
  // A level and by how much it changed give the level of before.
  if (operands.some((figures) => figures.some(([figure]) => isChange(figure)))) return true
  const kind = kindOf(quantity.readings[0]!)
  if (by === "+")
    return (
      totals.test(text) ||
      (arePartsOfOne(operands) && (!/^(?:percent|share)$/.test(kind) || /\band\b|\bund\b/i.test(text)))
    )
  return (
    kind === "points" ||
    differs(text, quantity) ||
    differsWithin.test(text) ||
    rest.test(text) ||
    partOf.test(text.slice(quantity.end, quantity.end + near)) ||
    roleAt(text, quantity, text) === "change"
  )
}
