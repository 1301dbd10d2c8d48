import type { ReportSource } from "../../domain/Report.ts"
import { namesOf } from "./Clauses.ts"
import { readable } from "./InEnglish.ts"
import { isPeriod, isYear, kindOf, plainText, quantities, type Quantity, valueOf } from "./Numbers.ts"
import { hasWords } from "./Quotations.ts"
import { type Amount, amountOf, type Side, sideOf } from "./Rounding.ts"
import { dayOf, derivedIn, isSame as isSameTime, isWithin, meet, type Period, periodsIn } from "./Periods.ts"
import { split } from "./Sentences.ts"
import { publishedOn } from "./Times.ts"
import { tokens } from "./Tokens.ts"
import { isCurrency, isSpan, unitAfter, unitOf } from "./Units.ts"

/*
 * What a figure belongs to. A figure of a claim may stand in the evidence and yet be said there of something else:
 * another company, another period, what was before instead of what is now. Only what is plain counts as a fault: the
 * evidence has another figure for what the claim says in the same words, or says the opposite of the same figure. What
 * is told too freely to be compared is left to a judge.
 */

/** More figures than these are in no sentence that anybody reads, and are not compared. */
const mostInSentence = 32
/** Of longer evidence, figures behind so many are not compared. */
const mostStored = 300

type Words = ReadonlySet<string>

/** A figure with what stands around it. */
interface Figure {
  readonly readings: ReadonlyArray<string>
  /** What it can be taken for: another amount of the same money, another year. */
  readonly kind: string
  /** The words of its part of the sentence. */
  readonly own: Words
  /** Those of the parts in which no such figure stands. */
  readonly shared: Words
  /** The next words before and behind it in its part. */
  readonly near: Words
  /** All words of its sentence. */
  readonly sentence: Words
  /** Those of its source's title: all in it is about that. */
  readonly topic: Words
  /** Itself, where it is a time. */
  readonly period: Period | null
  /** The times of its part of the sentence. */
  readonly times: ReadonlyArray<Period>
  /** Those of the parts in which no such figure stands. */
  readonly sharedTimes: ReadonlyArray<Period>
  /** Those of its part, or of one before it that says nothing else: "In April, …". */
  readonly ownTimes: ReadonlyArray<Period>
  /** All of its sentence. */
  readonly sentenceTimes: ReadonlyArray<Period>
  /** Those, or of the parts before it the nearest that has any. */
  readonly toldTimes: ReadonlyArray<Period>
  /** Those that follow from times and lengths of time of its sentence: "a year earlier". */
  readonly derivedTimes: ReadonlyArray<Period>
  /**
   * The first word of its part, and what its part is about: its words, or those of the part before where it has none.
   */
  readonly head: string | null
  readonly subject: Words
  /** The names of its part, or of the nearest before it that has any. */
  readonly names: Words
  /** Whether it is what was before: "from 5", "compared with 5". */
  readonly isBefore: boolean
  /** "More than", "less than". */
  readonly side: Side | null
  /** By what it is counted: "5 euros a month". */
  readonly rate: string | null
  /** Which way its part of the sentence says that something moves, where it names one way only. */
  readonly moves: "up" | "down" | null
  /** With what its part of the sentence compares: A is higher than B where B is lower than A. */
  readonly than: Words | null
}

/** Where one part of a sentence ends and the next begins; "between 5 and 6", the figures blanked, is one part. */
const joints =
  /[;:()]|,(?!\d)|\s-\s|\s(?:(?<!\bbetween\s{1,48})and|while|whereas|but|although|though|against|versus|compared|(?<!(?:much|many|high|low|well|such)\s)as(?!\s(?:much|many|high|low|well|of)\s)|which|where|who|after|before)\s/gi

const hedge = "(?: (?:about|around|roughly|nearly|almost|some|just|only|over|under))?"
const before = new RegExp(`(?:\\b(?:from|against|versus|vs\\.?|after|than)|compared (?:with|to))${hedge}\\s?$`, "i")
const rate = new RegExp(`^\\s?(?:(?:per|an?|each|every)\\s|/\\s?)(${unitAfter})(?![\\p{L}\\p{N}])`, "iu")
/** A comparison with the figure itself, whose words say nothing about what moves. */
const bound = /\b(?:more|less|fewer) than(?=\s{2})|\b(?:over|under|above|below)(?=\s{2})/gi

/** A figure behind one of these is a name: version 2 is not two versions. */
const label =
  /\b(position|rank|version|number|no\.|level|phase|stage|series|generation|class|tier|type|model|unit|line)\s$/i

/** Where a figure counts nothing of its own it is of what others of its sentence are: "to 22 cents from 19". */
const ends =
  /^\s*(?:$|[.,;:)]|(?:in|from|to|on|for|by|against|and|or|a year|last|this|the|compared|earlier|before|at|as|between)\b)/i

const joined = new RegExp(`(?:\\b(?:from|to|against|than|and|with|versus)|-)${hedge}\\s?$`, "i")

/** How many words before and behind a figure say most about it. */
const nearest = 2

/** What stands before or behind a figure is no further away. */
const near = 40

const isPlain = (reading: string): boolean => reading.startsWith("number:") && !isYear(reading)

const kindAt = (text: string, { readings: [reading], start }: Quantity): string => {
  const [, name] = label.exec(text.slice(Math.max(0, start - near), start)) ?? []
  if (name !== undefined) return `label ${name.toLowerCase()}`
  const kind = kindOf(reading!)
  return kind === "share" ? "percent" : isYear(reading!) ? "calendar year" : kind
}

/** What happens in a span of time goes up or down, not the span. */
const isTime = (kind: string): boolean => kind.startsWith("calendar") || isPeriod(kind) || isSpan(kind)

/** A time as words that tell what other figures belong to: its year, and what part of it is meant. */
const wordsOfTime = ({ days, grain }: Period): ReadonlyArray<string> => {
  const [first] = new Date(days[0]![0] * 86_400_000).toISOString().split("T")
  const [year, month] = first!.split("-")
  return [
    ...(days.length === 1 ? [year!] : []),
    ...(grain === "day" ? [`day:${first!.slice(5)}`] : []),
    ...(grain === "year" ? [] : [`${grain === "day" ? "month" : grain}:${month}`])
  ]
}

/** A quantity, or a time, where it stands. */
interface Found extends Quantity {
  readonly kind: string
  /** As words that tell what others belong to. */
  readonly words: ReadonlyArray<string>
  readonly period: Period | null
}

const foundIn = (sentence: string, published: Date): ReadonlyArray<Found> => {
  const periods = periodsIn(sentence, published)
  const figures = quantitiesIn(sentence).flatMap((quantity): ReadonlyArray<Found> => {
    const {
      end,
      readings: [reading],
      start
    } = quantity
    if (periods.some((period) => period.start < end && start < period.end)) return []
    return [{ ...quantity, kind: kindAt(sentence, quantity), words: [valueOf(reading!)], period: null }]
  })
  const times = periods.map((period): Found => {
    const words = wordsOfTime(period)
    const kind = period.grain === "year" ? "calendar year" : "calendar"
    return { start: period.start, end: period.end, readings: [`${kind}:${words.join(" ")}`], kind, words, period }
  })
  return figures.length + times.length > mostInSentence
    ? []
    : [...figures, ...times].toSorted((one, other) => one.start - other.start)
}

/** Where words stand without spaces, two characters at a time. */
const pairsOf = (word: string): ReadonlyArray<string> =>
  /\p{sc=Han}{2}/u.test(word)
    ? Array.from(word).flatMap((one, at, all) => (at === 0 ? [] : [all[at - 1]! + one]))
    : [word]

const wordsOf = (text: string): ReadonlyArray<string> =>
  tokens(text).flatMap((token) =>
    token.is === "word" ? pairsOf(token.stem) : token.is === "movement" ? [token.to] : []
  )

const isMovement = (word: string): boolean => word === "up" || word === "down"

/** The quantities of a sentence; a bare one with the unit of the last that has one. */
const quantitiesIn = (sentence: string): ReadonlyArray<Quantity> => {
  const found = quantities(sentence)
  if (found.length > mostInSentence) return []
  const measured = found.filter(({ readings: [reading] }) => !isPlain(reading!) && !isTime(kindOf(reading!)))
  return found.map((quantity) => {
    const { end, readings, start } = quantity
    if (!isPlain(readings[0]!) || !ends.test(sentence.slice(end, end + near))) return quantity
    if (!joined.test(sentence.slice(Math.max(0, start - near), start))) return quantity
    const giver = measured.findLast((other) => other.start < start) ?? measured[0]
    if (giver === undefined) return quantity
    const unit = kindOf(giver.readings[0]!)
    // "Rose 24 % to 1.18 million" has two kinds of figures.
    if (unit === "percent" && Number(valueOf(readings[0]!)) > 100) return quantity
    return { ...quantity, readings: [...readings.map((reading) => `${unit}:${valueOf(reading)}`), ...readings] }
  })
}

const figuresOf = (
  sentence: string,
  { names: namedBefore, published, topic }: { readonly names: Words; readonly published: Date; readonly topic: Words }
): ReadonlyArray<Figure> => {
  const found = foundIn(sentence, published)
  let rest = sentence
  for (const { end, start } of found) rest = rest.slice(0, start) + " ".repeat(end - start) + rest.slice(end)
  const cuts = [0, ...Array.from(rest.matchAll(joints), ({ 0: { length }, index }) => index + length), rest.length]
  const parts = cuts.slice(1).map((to, index) => {
    const from = cuts[index]!
    const inside = found.filter(({ start }) => start >= from && start < to)
    const text = rest.slice(from, to)
    const [moved = "", than] = text.replace(bound, "").split(/\bthan\b/i, 2)
    const ways = new Set(tokens(moved).flatMap((token) => (token.is === "movement" ? [token.to] : [])))
    const turn = from + text.search(/\bthan\b/i)
    const behind = inside.flatMap(({ start, words }) => (start > turn ? words : []))
    return {
      from,
      to,
      inside,
      figures: inside,
      words: wordsOf(text),
      moves: ways.size === 1 ? [...ways][0]! : null,
      than: than === undefined ? null : new Set([...wordsOf(than), ...behind])
    }
  })
  const all = new Set(wordsOf(rest))
  const derived = derivedIn(
    sentence,
    found.flatMap(({ period }) => period ?? []),
    published
  )
  const named = new Set(namesOf(sentence).flatMap(pairsOf))
  /** What is told of a part, or of the nearest before it of which anything is. */
  const carried = <A>(of: (part: (typeof parts)[number]) => ReadonlyArray<A>, first: ReadonlyArray<A>) => {
    let last = first
    return parts.map((part) => {
      const own = of(part)
      if (own.length > 0) last = own
      return last
    })
  }
  const names = carried(({ words }) => words.filter((word) => named.has(word)), [...namedBefore])
  const subjects = carried(({ words }) => words.filter((word) => !isMovement(word)), [])
  const times = carried(({ inside }) => inside.flatMap(({ period }) => period ?? []), [])
  const timesIn = (some: typeof parts) => some.flatMap(({ inside }) => inside.flatMap(({ period }) => period ?? []))
  return parts.flatMap((part, index) =>
    part.inside.map((quantity): Figure => {
      const { end, kind, period, readings, start } = quantity
      // Other figures tell what it belongs to, but for those that could stand in its place.
      const words = (of: (typeof parts)[number]) => [
        ...of.words,
        ...of.figures.flatMap((other) => (other.kind === kind ? [] : other.words))
      ]
      const free = parts.filter((other) => other !== part && other.figures.every((figure) => figure.kind !== kind))
      const unit = rate.exec(sentence.slice(end, end + near))?.[1]
      return {
        readings,
        kind,
        period,
        times: timesIn([part]),
        sharedTimes: timesIn(free),
        ownTimes: timesIn([
          part,
          ...parts.slice(0, index).filter(({ inside, words }) => words.length === 0 && inside.length === 1)
        ]),
        sentenceTimes: timesIn(parts),
        toldTimes: times[index]!,
        derivedTimes: derived,
        head: part.words.find((word) => !isMovement(word)) ?? null,
        subject: new Set(subjects[index]),
        names: new Set(names[index]),
        own: new Set(words(part)),
        shared: new Set(free.flatMap(words)),
        near: new Set([
          ...wordsOf(rest.slice(part.from, start)).slice(-nearest),
          ...wordsOf(rest.slice(end, part.to)).slice(0, nearest)
        ]),
        sentence: all,
        topic,
        isBefore: before.test(sentence.slice(Math.max(0, start - near), start)),
        side: sideOf(sentence, start),
        rate: unit === undefined ? null : (unitOf(unit.toLowerCase()) ?? null),
        moves: part.moves,
        than: part.than
      }
    })
  )
}

const memo = new WeakMap<ReportSource, ReadonlyArray<ReadonlyArray<Figure>>>()

/** The figures of a source, sentence by sentence. */
const storedIn = (source: ReportSource): ReadonlyArray<ReadonlyArray<Figure>> => {
  const known = memo.get(source)
  if (known !== undefined) return known
  const text = readable(`${source.title}\n${source.quote}`)
  const topic = new Set(wordsOf(plainText(source.title)))
  const published = publishedOn(source)
  const stored: Array<ReadonlyArray<Figure>> = []
  let left = mostStored
  let names: Words = new Set(namesOf(source.title).flatMap(pairsOf))
  for (const sentence of text.split("\n").flatMap(split)) {
    if (left <= 0) break
    const figures = figuresOf(sentence, { names, published, topic }).slice(0, left)
    const named = namesOf(sentence).flatMap(pairsOf)
    if (named.length > 0) names = new Set(named)
    left -= figures.length
    if (figures.length > 0) stored.push(figures)
  }
  memo.set(source, stored)
  return stored
}

const isSame = (one: Figure, other: Figure): boolean =>
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
const weighed = ({ own, shared }: Figure): ReadonlyMap<string, number> =>
  new Map([...Array.from(shared, (word) => [word, 0.5] as const), ...Array.from(own, (word) => [word, 1] as const)])

type Weighed = ReturnType<typeof weighed>

const weightOf = (words: Weighed): number => [...words.values()].reduce((sum, weight) => sum + weight, 0)

/** How much of a claim's words the evidence has about a figure, the nearer the more. */
const told = (words: Weighed, { own, sentence, shared, topic }: Figure): number => {
  let sum = 0
  for (const [word, weight] of words)
    sum += weight * (own.has(word) ? 1 : shared.has(word) ? 0.6 : sentence.has(word) || topic.has(word) ? 0.2 : 0)
  return sum
}

const best = (words: Weighed, figures: ReadonlyArray<Figure>): number =>
  Math.max(0, ...figures.map((figure) => told(words, figure)))

/**
 * How much of a claim's words the evidence must have about another figure, as a share; and how much less about its own.
 * Chosen on the tuning half of the judge's pairs.
 */
const enough = 0.55
const clearly = 0.3

/** Of fewer words nothing can be told. */
const fewest = 2

/** How many words must change sides where two figures of a claim are exchanged. */
const exchanged = 0.8

/** How much of a claim's words must be about its figure before which way it moves is compared. */
const alike = 0.25

/** Whether the evidence has words of the claim beside its figure that it does not have about the other. */
const isOwn = (claim: Figure, its: Figure, other: Figure, names: Words): boolean =>
  [...its.own].some(
    (word) =>
      (claim.own.has(word) || (names.has(word) && claim.shared.has(word))) &&
      word !== "up" &&
      word !== "down" &&
      ![other.own, other.shared, other.topic].some((words) => words.has(word))
  )

/** A third is 33 %. */
const sameForm = 1.02

/** How many times as much makes a figure without a unit one of another kind: 3.3 is not taken for 3.1 million. */
const apart = 100

/** Whether figures of one kind may be taken for each other; not where one says the other in another form. */
const isLike = (one: Figure, other: Figure): boolean => {
  if (one.kind !== other.kind || isSame(one, other)) return false
  if (one.period !== null) return true
  const [a, b] = [one, other].map(({ readings: [reading] }) => amountOf(reading!)) as [Amount | null, Amount | null]
  if (a === null || b === null) return true
  const times = Math.max(a.value, b.value) / Math.min(a.value, b.value)
  return times > sameForm && (one.kind !== "number" || times < apart)
}

/** Whether one of two is told without the unit that the other has: 9 million metres here and 5 million there. */
const isShortFor = (one: Figure, other: Figure): boolean => {
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

const meets = (one: Figure, other: Figure): boolean => [...one.own].some((word) => other.own.has(word))

/** Whether a claim compares the same way round as the evidence. */
const comparesAlike = (one: Figure, other: Figure): boolean =>
  one.than === null ? other.than === null : [...one.than].some((word) => other.than?.has(word))

/** Whether the evidence says the opposite of a figure wherever it has it. */
const isOpposed = (claim: Figure, here: ReadonlyArray<Figure>): boolean => {
  const { isBefore, kind, moves, rate, side } = claim
  if (rate !== null && here.every((its) => its.rate !== null && its.rate !== rate)) return true
  if (side !== null && side !== "around" && here.every((its) => its.side === (side === "above" ? "below" : "above")))
    return true
  if (moves === null || isBefore || isTime(kind)) return false
  const words = weighed(claim)
  return (
    here.every((its) => its.moves !== null && its.moves !== moves && !its.isBefore && comparesAlike(claim, its)) &&
    best(words, here) >= alike * weightOf(words)
  )
}

/**
 * Whether the evidence has a figure at other times only than a claim names for it, or gives another figure for
 * just that time.
 */
const isOfOtherTime = (
  claim: Figure,
  here: ReadonlyArray<Figure>,
  others: ReadonlyArray<Figure>,
  lines: ReadonlyArray<ReadonlyArray<Figure>>,
  published: ReadonlyArray<Pick<Period, "days">>
): boolean => {
  const told = ({ sharedTimes, toldTimes }: Figure) => (toldTimes.length > 0 ? toldTimes : sharedTimes)
  // On the day of its publication, or in that month, a source says something; that is not the time of what it says.
  const times = claim.ownTimes.filter(
    (time) => !(isWithin(time.grain, "month") && published.some((day) => meet(day, time)))
  )
  // What is rounded may have been worked out of figures of that time, and a number may count other things.
  if (isTime(claim.kind) || claim.kind === "number" || claim.side !== null || times.length === 0) return false
  const isAtOther = (its: Figure) => {
    const all = its.times.length > 0 ? its.times : its.sentenceTimes
    return all.length > 0 && !times.some((own) => [...all, ...its.derivedTimes].some((time) => meet(own, time)))
  }
  if (claim.derivedTimes.length === 0 && here.every(isAtOther)) return true
  return times.some(
    (own) =>
      isWithin(own.grain, "half") &&
      others.some(
        (other) =>
          other.toldTimes.some((time) => isSameTime(own, time)) &&
          // Of what a sentence tells no time, another one may have told it.
          here.every((its) => told(its).length > 0 || lines.some((line) => line.includes(its) && line.includes(other)))
      ) &&
      here.every(
        (its) => ![...told(its), ...its.derivedTimes].some((time) => isWithin(time.grain, own.grain) && meet(own, time))
      )
  )
}

/** Whether the evidence has another figure for what a claim says of its own. */
const isOthers = (claim: Figure, here: ReadonlyArray<Figure>, others: ReadonlyArray<Figure>, names: Words): boolean => {
  const words = weighed(claim)
  const all = weightOf(words)
  // What happens in one month is often told in the words of another.
  if (all < fewest || isTime(claim.kind)) return false
  const own = best(words, here)
  return others.some((other) => {
    const its = told(words, other)
    return (
      its >= enough * all && its - own >= clearly * all && !here.some((figure) => isOwn(claim, figure, other, names))
    )
  })
}

/**
 * How much of the next words around a figure the evidence must have around another, and how much less around its
 * own.
 */
const nextTo = { enough: 0.75, clearly: 0.6, fewest: 3 }

/** Whether the evidence has the next words around a figure next to another one. */
const isNextToOther = (claim: Figure, here: ReadonlyArray<Figure>, others: ReadonlyArray<Figure>): boolean => {
  const words = [...claim.near]
  if (words.length < nextTo.fewest) return false
  const share = ({ near }: Figure) => words.filter((word) => near.has(word)).length / words.length
  const own = Math.max(...here.map(share))
  return others.some((other) => share(other) >= nextTo.enough && share(other) - own >= nextTo.clearly)
}

/** Whether the evidence has the words of one figure about the other and no word of them about the one. */
const isTaken = (one: Figure, here: ReadonlyArray<Figure>, there: ReadonlyArray<Figure>): boolean =>
  here.every((its) => !meets(one, its)) && there.every((its) => meets(one, its))

/** On which side evidence has a word of the one figure: with that figure, or with the other. */
const sideOfWord = (
  word: string,
  own: ReadonlyArray<Figure>,
  others: ReadonlyArray<Figure>,
  of: (figure: Figure) => Words
): "own" | "other" | null => {
  const [here, there] = [own, others].map((all) => all.some((figure) => of(figure).has(word))) as [boolean, boolean]
  return here === there ? null : here ? "own" : "other"
}

/** Whether evidence says of the other figure what a claim says of one, and of the one what it says of the other. */
const areCrossed = (
  [one, here]: readonly [Figure, ReadonlyArray<Figure>],
  [other, there]: readonly [Figure, ReadonlyArray<Figure>]
): boolean => {
  const words = (figure: Figure, from: Figure, of: (figure: Figure) => Words) =>
    [...of(figure)].filter((word) => !of(from).has(word))
  const isEverywhere = (of: (figure: Figure) => Words): boolean => {
    const sides = [
      words(one, other, of).map((word) => sideOfWord(word, here, there, of)),
      words(other, one, of).map((word) => sideOfWord(word, there, here, of))
    ]
    return sides.every((all) => all.includes("other") && !all.includes("own"))
  }
  if (isEverywhere(({ names }) => names) || isEverywhere(({ subject }) => subject)) return true
  return (
    one.head !== null &&
    other.head !== null &&
    one.head !== other.head &&
    sideOfWord(one.head, here, there, ({ subject }) => subject) === "other" &&
    sideOfWord(other.head, there, here, ({ subject }) => subject) === "other"
  )
}

/** Whether two figures of a claim stand in each other's place. */
const areExchanged = (
  [one, here]: readonly [Figure, ReadonlyArray<Figure>],
  [other, there]: readonly [Figure, ReadonlyArray<Figure>],
  lines: ReadonlyArray<ReadonlyArray<Figure>>
): boolean => {
  if (areCrossed([one, here], [other, there])) return true
  // Times, and figures of which one is short for another kind, share too many words for less.
  if (isTime(one.kind) || one.kind !== other.kind) return false
  if (isTaken(other, there, here) && there.every((its) => meets(one, its))) return true
  if (isTaken(one, here, there) && here.every((its) => meets(other, its))) return true
  const [its, others] = [weighed(one), weighed(other)]
  const more = [best(its, there) - best(its, here), best(others, here) - best(others, there)] as const
  if (more[0] >= 0 && more[1] >= 0 && more[0] + more[1] >= exchanged) return true
  if (one.isBefore === other.isBefore) return false
  const both = lines.filter((line) => [one, other].every((figure) => line.some((each) => isSame(each, figure))))
  return (
    both.length > 0 &&
    both
      .flat()
      .every(
        (each) =>
          (!isSame(each, one) || each.isBefore === other.isBefore) &&
          (!isSame(each, other) || each.isBefore === one.isBefore)
      )
  )
}

const none: Words = new Set()

/** Whether a claim gives a figure of the evidence plainly to something, some time or some direction that is not its. */
export const isMisbound = (text: string, sources: ReadonlyArray<ReportSource>): boolean => {
  const [first] = sources
  const claimed =
    first === undefined ? [] : figuresOf(readable(text), { names: none, published: publishedOn(first), topic: none })
  if (claimed.length === 0 || sources.some((source) => hasWords(source, text))) return false
  const names = new Set(namesOf(text))
  const lines = sources.flatMap(storedIn)
  const published = sources.map((source) => ({ days: [dayOf(publishedOn(source))] }))
  const stored = lines.flat()
  const found = claimed
    .map((figure) => [figure, stored.filter((other) => isSame(figure, other))] as const)
    .filter(([, here]) => here.length > 0)
  return found.some(([figure, here], index) => {
    const others = stored.filter((other) => isLike(figure, other) && !claimed.some((one) => isSame(one, other)))
    return (
      isOpposed(figure, here) ||
      isOfOtherTime(figure, here, others, lines, published) ||
      isOthers(figure, here, others, names) ||
      isNextToOther(figure, here, others) ||
      found
        .slice(index + 1)
        .some(
          (other) =>
            (isLike(figure, other[0]) || isShortFor(figure, other[0])) && areExchanged([figure, here], other, lines)
        )
    )
  })
}
