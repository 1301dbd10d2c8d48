import type { ReportSource } from "../../domain/Report.ts"
import { type Amount, amountsOf, differs, type Line, mostAmounts, perOf } from "./Amounts.ts"
import { complementsOf, isComplement } from "./Complements.ts"
import { isCounted, isPlainCount } from "./Counts.ts"
import { firstSentencesOf } from "./FirstSentences.ts"
import { calculated, type Given, givenBy, namesCounted, type Way } from "./Given.ts"
import { inEnglish, readable } from "./InEnglish.ts"
import { kindOf, plainText, type Quantity, valueOf } from "./Numbers.ts"
import { isComputed, isRounded } from "./Rounding.ts"
import { roleAt } from "./Roles.ts"
import { isCurrency } from "./Units.ts"
import { type Way as Side, wayAt } from "./Ways.ts"
import { contentStems } from "../../text/Words.ts"
import { perSource } from "./PerSource.ts"

/*
 * Figures that every reader works out from others of the evidence: by how much something rose, what two things come to,
 * what share one is of the other, what was before. Of many figures almost anything can be worked out, so a figure that
 * tells little, such as 7 or 40, must also be asked for, by the claim's words or by how the evidence puts its figures.
 * What takes more needs a judge's calculation (Calculation.ts).
 */

interface Read {
  readonly lines: ReadonlyArray<Line>
  readonly years: ReadonlyArray<number>
  /** What its figures give, by how, as readings. */
  readonly given: () => Given
  /** The remainders of its shares. */
  readonly complements: () => ReturnType<typeof complementsOf>
  /** Whether it is in another language, so that its words cannot be compared with those of a claim. */
  readonly isTranslated: boolean
}

/** No more of a source is calculated with: each is with each. */
const mostStored = 150

const read = perSource((source): Read => {
  const text = readable(`${source.title}\n${source.quote}`)
  let left = mostStored
  const lines = firstSentencesOf(source).map((line) => {
    const amounts = amountsOf(line).slice(0, left)
    left -= amounts.length
    return { text: line, amounts }
  })
  const years = [
    ...new Set([source.published_at ?? "", text].flatMap((each) => each.match(/\b(?:19|20)\d\d\b/g) ?? []))
  ]
  let given: Given | null = null
  let complements: ReturnType<typeof complementsOf> | null = null
  return {
    lines,
    years: years.slice(0, mostAmounts).map(Number),
    given: () => (given ??= calculated(lines)),
    complements: () => (complements ??= complementsOf(lines)),
    isTranslated: inEnglish(plainText(source.quote)) !== null
  }
})

/** What says that a figure is what others come to. */
export const totals =
  /^With\b|['’]s (?:two|three|four)\b|\b(?:together|combined|altogether|totals?|totall?ed|in all|all told|the sum|both|before|between them|(?:the|its|their) (?:two|three|four)|pair|overall|whole|amount(?:s|ed) to|c[ao]mes? to|all (?:the|its|their|of))\b/i

export const differsWithin =
  /\b(?:remain(?:s|ed|ing)?|left|keep(?:s|ing)?|kept|retain(?:s|ed|ing)?|the (?:rest|others?|remainder)|others?|outside|elsewhere|except|apart from|without|short of|missing|yet to|still (?:has|have|to|lacks?)|(?:becomes?|became|gets?|got|was|were|is|are) (?:\S+\s){1,6}(?:dearer|cheaper|longer|shorter)|instead|gap|difference|not)\b/i

/** What says that a share is what another leaves. */
export const rest =
  /\b(?:rest|remain(?:s|ed|ing|der)?|others?|still|left with|(?:is|are|was|were|be) left|keep(?:s|ing)?|kept|retain(?:s|ed|ing)?|else|elsewhere|(?:first|last|other) (?:two|three|six|nine) (?:months|quarters))\b/i

/** What says that a figure is of before, where the evidence tells today's and how it changed, or of afterwards. */
const before =
  /\b(?:before|previous(?:ly)?|earlier|had|last|prior|until|used to|once|ago|was|were|stood|expected|planned|after(?:wards)?|then|by the end|will|would|should|now|currently|today|at present)\b/i

/** How many digits of a figure tell something: two of 1,500. */
const tellingDigits = (reading: string): number =>
  valueOf(reading)
    .replace(".", "")
    .replace(/^0+/, "")
    .replace(/(?<!0)0+$/, "").length

/** So many digits come out of other figures by chance too seldom to ask for more. */
const telling = 3

const million = 1e6

const mantissa = (value: number): string => value.toExponential(8).split("e")[0]!

/** Whether evidence has the same digits in another unit or of another size: that is a mistake and no calculation. */
const isMistaken = (readings: ReadonlyArray<string>, lines: ReadonlyArray<Line>): boolean => {
  const [kind, value] = [kindOf(readings[0]!), Number(valueOf(readings[0]!))]
  if (!Number.isFinite(value) || tellingDigits(readings[0]!) < 2) return false
  return lines.some(({ amounts }) =>
    amounts.some(
      (amount) =>
        (amount.kind === kind && amount.value !== value && mantissa(amount.value) === mantissa(value)) ||
        (amount.value === value && amount.kind !== kind && kind !== "number")
    )
  )
}

/** A fraction in words is never exact: 64 % are two thirds. */
const inWords = 2

/** A claim, with what all questions about its figures share. */
interface Claim {
  readonly text: string
  readonly amounts: () => ReadonlyArray<Amount>
  readonly stems: () => ReadonlySet<string>
}

/**
 * Tells whether a figure of this claim follows from figures of one of these sources. With `isAnew` the same figure in
 * the source is not enough.
 */
export const inferringFrom = (
  sources: ReadonlyArray<ReportSource>,
  text: string
): ((quantity: Quantity, isAnew?: boolean) => boolean) => {
  let amounts: ReadonlyArray<Amount> | null = null
  let stems: ReadonlySet<string> | null = null
  const claim: Claim = {
    text,
    amounts: () => (amounts ??= amountsOf(text)),
    stems: () => (stems ??= new Set(contentStems(text)))
  }
  return (quantity, isAnew = false) => isInferred(claim, quantity, sources, isAnew)
}

const isInferred = (
  claim: Claim,
  quantity: Quantity,
  sources: ReadonlyArray<ReportSource>,
  isAnew: boolean
): boolean => {
  const { text } = claim
  const { readings } = quantity
  const kinds = readings.map(kindOf)
  // A place in an order follows from nothing.
  if (kinds[0] === "ordinal") return false
  const per = perOf(text, quantity)
  // Three times a week is no share.
  const isShare = kinds.some((kind) => /^(?:percent|share)$/.test(kind) || (kind === "times" && per === null))
  const way = isShare ? wayAt(text, quantity) : null
  const isOf = (side: Side): boolean => isShare && (way === null || way === side)
  const digits = Math.max(...readings.map(tellingDigits))
  const isSmall = kinds[0] === "number" && Number(valueOf(readings[0]!)) < 5
  const tells = digits >= telling && kinds[0] !== "number"
  const differing = differs(text, quantity) || differsWithin.test(text)
  const asked: Readonly<Record<Way | "shown", boolean>> = {
    total: totals.test(text) || /\bin (?:two|three|four|2|3|4)\b/i.test(text),
    // A share of those who voted may be what the others leave.
    rest: rest.test(text) || (kinds[0] === "share" && /^\sof\s/.test(text.slice(quantity.end))),
    whole: false,
    change: differing || kinds[0] === "points" || roleAt(text, quantity, text) === "change",
    part: true,
    before: tells || before.test(text),
    rate: false,
    portion: isOf("part"),
    unlike: false,
    rise: isOf("up"),
    fall: isOf("down"),
    times: isShare,
    same: !isAnew,
    shown: true
  }
  // "8.1 billion against 7.4 billion" are amounts of the money that is spoken of.
  const meant = {
    ...quantity,
    readings: readings.flatMap((reading) =>
      isCurrency(kindOf(reading)) && Number(valueOf(reading)) >= million
        ? [reading, `number:${valueOf(reading)}`]
        : [reading]
    )
  }
  const beside = claim
    .amounts()
    .filter(
      ({ kind, value }) =>
        (kind === kinds[0] || (kind === "percent" && kinds[0] === "points")) && !readings.includes(`${kind}:${value}`)
    )
  return sources.some((source) => {
    const known = read(source)
    const given = known.given()
    const fits = (all: ReadonlySet<string>): boolean =>
      isRounded(text, meant, all) || meant.readings.some((reading) => isComputed(reading, all))
    // By how much something rose is asked for too plainly to be there by chance.
    if ((way === "up" && fits(given.rise)) || (way === "down" && fits(given.fall))) return true
    if (isMistaken(readings, known.lines)) return false
    if (isCounted(text, quantity, known.lines) || isPlainCount(text, quantity, known.lines)) return true
    if (
      kinds.includes("year") &&
      known.years.some((one) => known.years.some((other) => readings.includes(`year:${one - other}`)))
    )
      return true
    if (isSmall) return fits(given.shown) || (differing && fits(given.change))
    const named = (all: ReadonlySet<string>, isNamed: (name: string) => boolean) =>
      new Set(
        [...all].flatMap((each) => {
          const [reading, name] = each.split(" ") as [string, string]
          return isNamed(name) ? [reading] : []
        })
      )
    if (per !== null && fits(named(given.rate, (span) => span === per))) return true
    // "3 % of turnover" tells the turnover.
    if (fits(named(given.whole, (noun) => claim.stems().has(noun)))) return true
    // 9 offices and 10 plants do not make nine in ten of anything.
    if (isOf("part") && fits(named(given.unlike, (name) => known.isTranslated || namesCounted(name, claim.stems()))))
      return true
    // "Before it sold twelve, it had 76": one of the two stands in the claim.
    if (
      beside.some((one) =>
        known.lines.some(({ amounts }) =>
          amounts.some((other) =>
            fits(
              new Set(
                givenBy(one, other, "").flatMap(([way, reading]) =>
                  way === "total" || way === "change" ? [reading] : []
                )
              )
            )
          )
        )
      )
    )
      return true
    const ways = (Object.keys(asked) as ReadonlyArray<Way | "shown">).filter((way) => asked[way])
    if (ways.some((way) => fits(given[way]))) return true
    if (asked.rest && isComplement(text, quantity, known.complements(), rest.test(text))) return true
    // Two thirds of a change.
    return readings.some((reading) => {
      if (kindOf(reading) !== "share") return false
      const [part, whole] = valueOf(reading).split("/").map(Number) as [number, number]
      return (["portion", "rise", "fall"] as const).some(
        (way) =>
          asked[way] &&
          [...given[way]].some((each) => Math.abs(Number(valueOf(each)) - (100 * part) / whole) <= inWords)
      )
    })
  })
}
