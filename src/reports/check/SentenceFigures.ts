import { namesOf } from "./Clauses.ts"
import { inEnglish } from "./InEnglish.ts"
import { isYear, kindOf, plainText, type Quantity, valueOf } from "./Numbers.ts"
import { type Side, sideOf } from "./Rounding.ts"
import { isPartOf, isRange, type Limit, limitAt, type Portion, type Role, roleAt } from "./Roles.ts"
import { hedge, isTime, mostInSentence, quantitiesIn } from "./SentenceQuantities.ts"
import { derivedIn, type Period, periodsIn } from "./Periods.ts"
import { type Average, averageIn } from "./Averages.ts"
import { lastingAt, yearsOfTimes } from "./Lasting.ts"
import { lengthsIn } from "./Lengths.ts"
import { split } from "./Sentences.ts"
import { publishedOn } from "./Times.ts"
import { tokens } from "./Tokens.ts"
import { unitAfter, unitOf } from "./Units.ts"
import { wayAt } from "./Ways.ts"
import { perSource } from "./PerSource.ts"
import { isStopWord } from "../../text/Words.ts"

/*
 * The figures of a sentence with what it says of each: whose they are, when, in which unit, and how they belong
 * together.
 */

/** Of longer evidence, figures behind so many are not compared. */
const mostStored = 300

export type Words = ReadonlySet<string>

/** A figure with what stands around it. */
export interface Figure extends Quantity {
  /** What it can be taken for: another amount of the same money, another year. */
  readonly kind: string
  /** The words of its part of the sentence. */
  readonly own: Words
  /** Those of the parts in which no such figure stands. */
  readonly shared: Words
  /** Those of its part and of all before it, which may tell whose it is. */
  readonly upTo: Words
  /** The next words before and behind it in its part. */
  readonly near: Words
  /** All words of its sentence. */
  readonly sentence: Words
  /** Those of its source's title: all in it is about that. */
  readonly topic: Words
  /** Whether its source is not in English: then its words cannot be compared with those of a claim. */
  readonly isTranslated: boolean
  /** Itself, where it is a time. */
  readonly period: Period | null
  /** The times of its part of the sentence, without those with which it is compared: "less than in 2024". */
  readonly times: ReadonlyArray<Period>
  readonly baseTimes: ReadonlyArray<Period>
  /** Those of the parts in which no such figure stands. */
  readonly sharedTimes: ReadonlyArray<Period>
  /** Those of its part, or of one before it that says nothing else: "In April, …". */
  readonly ownTimes: ReadonlyArray<Period>
  /** All of its sentence. */
  readonly sentenceTimes: ReadonlyArray<Period>
  /** Those, or of the parts before it the nearest that has any. */
  readonly toldTimes: ReadonlyArray<Period>
  /** The time right behind it, which is its own where its part names others: 2.6 % in April from 3.1 % in March. */
  readonly timeBehind: Period | null
  /** Those that follow from times and lengths of time of its part, or of parts without figures: "a year earlier". */
  readonly derivedTimes: ReadonlyArray<Period>
  /** Those of them that its own part tells, and that lie one way only. */
  readonly ownDerived: ReadonlyArray<Period>
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
  /** Whether it is by how much something differs, or what that comes to. */
  readonly role: Role | null
  /** Whether its part tells of what is a change by itself: a growth of 5 %. */
  readonly isOfGrowth: boolean
  /** Whether it is the least or the most that something comes to: "at least", an end of a range. */
  readonly limit: Limit | null
  /** The other end of its range. */
  readonly otherEnd: ReadonlyArray<string> | null
  /** Of what "of which" and "of whom" go on with about it: its words and times. */
  readonly partWords: Words
  readonly partTimes: ReadonlyArray<Period>
  /** Whether it is a part of another figure of its sentence, or has one as a part. */
  readonly portion: Portion | null
  /** The words before a part, which say what is done to it, and the one behind the whole. */
  readonly portionVerbs: ReadonlyArray<string>
  readonly portionNoun: string | null
  /** What it counts: the next word behind it. */
  readonly counted: string | null
  /** The noun in the plural that stands right behind it: 31 complaints. */
  readonly counts: string | null
  /** The words right behind it, up to the first that says nothing: 31 written complaints. */
  readonly counting: ReadonlyArray<string>
  /** Where its part of the sentence begins, and the words there that no figure like it is nearer to. */
  readonly part: number
  readonly around: Words
  /** How many months the times of its part are long, and those of its sentence. */
  readonly lengths: ReadonlySet<number>
  readonly sentenceLengths: ReadonlySet<number>
  /** The span of time that it is for, in days: "in ten weeks", "a year". */
  readonly lasts: number | null
  /** Whether it is given as an average or as a median. */
  readonly average: Average | null
  /** By what it is counted: "5 euros a month", or "each". */
  readonly rate: string | null
  /** The spans of time by which its part of the sentence counts: "passengers per train and day". */
  readonly spans: ReadonlySet<string>
  /** Those of them right behind it: "5 euros a year". */
  readonly ownSpans: ReadonlySet<string>
  /** Which way its part of the sentence says that something moves, where it names one way only. */
  readonly moves: "up" | "down" | null
  /** Which way the words beside it say that something differs by it, and the words of its part before and behind it. */
  readonly way: "up" | "down" | null
  /** Whether it is given as a part of a whole: a fifth of its jobs. */
  readonly isShare: boolean
  readonly ahead: Words
  readonly behind: Words
  /** With what its part of the sentence compares: A is higher than B where B is lower than A. */
  readonly than: Words | null
}

/** Where one part of a sentence ends and the next begins; "between 5 and 6", the figures blanked, is one part. */
const joints =
  /[;:()]|,(?!\d)|\s-\s|\s(?:(?<!\bbetween\s{1,48})and|while|whereas|but|although|though|against|versus|compared|(?<!(?:much|many|high|low|well|such)\s)as(?!\s(?:much|many|high|low|well|of)\s)|which|where|who|(?:after|before)(?! (?:tax|interest|depreciation)))\s/gi

const before = new RegExp(`(?:\\b(?:from|against|versus|vs\\.?|after|than)|compared (?:with|to))${hedge}\\s?$`, "i")
const rate = new RegExp(`^\\s?(?:(?:per|an?|each|every)\\s|/\\s?)(${unitAfter})(?![\\p{L}\\p{N}])`, "iu")
/** A comparison with the figure itself, whose words say nothing about what moves. */
const bound = /\b(?:more|less|fewer) than(?=\s{2})|\b(?:over|under|above|below)(?=\s{2})/gi

/** A figure behind one of these is a name: version 2 is not two versions. */
const label =
  /\b(position|rank|version|number|no\.|level|phase|stage|series|generation|class|tier|type|model|unit|line)\s$/i

const perSpan =
  /(?<!\b(?:in|for|within|after|over|of|than|half|about|nearly|almost|by) )(?:\b(?:per|an?|each|every)\s|\/\s?)(hour|day|week|month|quarter|year)\b(?! (?:ago|earlier|later|before|after|of|to))|\b(hourly|daily|weekly|monthly|quarterly|annual|annually|yearly)\b(?! (?:report|meeting|conference|survey|results)\b)/gi

/** By what spans of time a part of a sentence counts. */
const spansIn = (text: string): ReadonlyArray<string> =>
  Array.from(text.matchAll(perSpan), ([, span, adverb]) =>
    (
      span ??
      adverb!
        .toLowerCase()
        .replace(/^annual(?:ly)?$/, "year")
        .replace(/^daily$/, "day")
        .replace(/ly$/, "")
    ).toLowerCase()
  )

/** "A quarter" and "annually" right behind a figure are no longer. */
const nearSpan = 12

/** How many words before and behind a figure say most about it. */
const nearest = 2

/** What stands before or behind a figure is no further away. */
const near = 40

const kindAt = (text: string, { readings: [reading], start }: Quantity): string => {
  const [, name] = label.exec(text.slice(Math.max(0, start - near), start)) ?? []
  if (name !== undefined) return `label ${name.toLowerCase()}`
  const kind = kindOf(reading!)
  return kind === "share" ? "percent" : isYear(reading!) ? "calendar year" : kind
}

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

export const isMovement = (word: string): boolean => word === "up" || word === "down"

/** What a figure counts where that is plain: the plural right behind it. */
const nounBehind = (sentence: string, end: number): string | null => {
  const [, noun] = /^\s(\p{Ll}{2,}s|\p{Lu}\p{Ll}{2,})(?![\p{L}\p{N}-])/u.exec(sentence.slice(end, end + near)) ?? []
  return noun === undefined ? null : (wordsOf(noun)[0] ?? null)
}

/** The words right behind a figure, up to a sign or a word that says nothing. */
const countingAt = (sentence: string, end: number): ReadonlyArray<string> => {
  const [run] = /^(?:\s[\p{L}-]+){0,4}/u.exec(sentence.slice(end, end + near))!
  const behind = run.trim().split(/\s/)
  const stop = behind.findIndex((word) => isStopWord(word.toLowerCase()))
  return behind.slice(0, stop < 0 ? undefined : stop).flatMap(wordsOf)
}

/** The words of a part that are nearer to a figure than to others of its kind. */
const wordsAround = (
  rest: string,
  { end, kind, start }: Found,
  { from, inside, to }: { readonly from: number; readonly to: number; readonly inside: ReadonlyArray<Found> }
): ReadonlyArray<string> => {
  const others = inside.filter((other) => other.kind === kind && other.start !== start)
  // A word in the middle between two belongs to the second: it often stands before its figure.
  const cut = (one: number, other: number): number => rest.lastIndexOf(" ", (one + other) / 2)
  const ahead = Math.max(from, ...others.flatMap((other) => (other.end <= start ? [cut(other.end, start)] : [])))
  const behind = Math.min(to, ...others.flatMap((other) => (other.start >= end ? [cut(end, other.start)] : [])))
  return wordsOf(rest.slice(ahead, behind))
}

type Relation = Partial<Pick<Figure, "limit" | "otherEnd" | "portion" | "portionNoun" | "portionVerbs">>

/** How neighbouring figures of a sentence belong together: as the ends of a range, or as a part and its whole. */
const relationsIn = (sentence: string, found: ReadonlyArray<Found>): ReadonlyMap<Found, Relation> => {
  const figures = found.filter(({ kind }) => !isTime(kind))
  const known = new Map<Found, Relation>()
  for (const [at, one] of figures.entries()) {
    const other = figures[at + 1]
    if (other === undefined) break
    if (one.kind === other.kind && isRange(sentence, one, other)) {
      known.set(one, { limit: "least", otherEnd: other.readings })
      known.set(other, { limit: "most", otherEnd: one.readings })
    } else if (isPartOf(sentence, one, other)) {
      const beside = {
        portionVerbs: wordsOf(sentence.slice(Math.max(0, one.start - near), one.start)).slice(-2),
        portionNoun: wordsOf(sentence.slice(other.end, other.end + near))[0] ?? null
      }
      known.set(one, { portion: "part", ...beside })
      known.set(other, { portion: "whole", ...beside })
    }
  }
  return known
}

const growth = /\b(?:growth|inflation)\b/i

/** What may stand between a figure and its time. */
const toTime = /^(?: (?:an?|per) \p{L}+)? (?:(?:in|on|for|at|by)(?: the)? )?$/iu

/** What every length of time names. */
const ofTime = /day|week|month|quarter|half|year|decade/i

/** Where a sentence stands: what is named before it, the day of its source, and what that is about. */
interface Setting extends Pick<Figure, "topic"> {
  readonly names: Words
  readonly published: Date
  readonly isTranslated?: boolean
}

export const figuresOf = (
  sentence: string,
  { isTranslated = false, names: namedBefore, published, topic }: Setting
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
    const isBase = ({ start }: Found) => than !== undefined && start > turn
    return {
      from,
      bases: inside.filter(isBase),
      to,
      inside,
      figures: inside,
      words: wordsOf(text),
      moves: ways.size === 1 ? [...ways][0]! : null,
      than: than === undefined ? null : new Set([...wordsOf(than), ...behind])
    }
  })
  const relations = relationsIn(sentence, found)
  const lengths = parts.map(({ from, inside, to }) =>
    lengthsIn(
      sentence.slice(from, to),
      inside.flatMap(({ period }) => period ?? [])
    )
  )
  const sentenceLengths = lengths.reduce((one, other) => one.union(other))
  const all = new Set(wordsOf(rest))
  const periods = found.flatMap(({ period }) => period ?? [])
  /** What follows from the lengths of time of a part: "a year earlier" is said of the figure beside it. */
  const derivedBy = ({ from, to }: { readonly from: number; readonly to: number }) =>
    ofTime.test(sentence.slice(from, to))
      ? derivedIn(" ".repeat(from) + sentence.slice(from, to), periods, published)
      : []
  const derivedOf = parts.map(derivedBy)
  const derivedFree = parts.flatMap((part, index) =>
    part.inside.some(({ kind }) => !isTime(kind)) ? [] : derivedOf[index]!
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
  const periodsOf = (some: ReadonlyArray<Found>) => some.flatMap(({ period }) => period ?? [])
  const names = carried(({ words }) => words.filter((word) => named.has(word)), [...namedBefore])
  const subjects = carried(({ words }) => words.filter((word) => !isMovement(word)), [])
  const times = carried(({ bases, inside }) => periodsOf(inside.filter((one) => !bases.includes(one))), [])
  const timesIn = (some: typeof parts) =>
    some.flatMap(({ bases, inside }) => periodsOf(inside.filter((one) => !bases.includes(one))))
  return parts.flatMap((part, index) => {
    const next = parts[index + 1]
    const isPartitive =
      next !== undefined && /^\s?of (?:which|whom|them|these|those)\b/i.test(sentence.slice(next.from))
    return part.inside.map((quantity): Figure => {
      const { end, kind, period, readings, start } = quantity
      const measured = part.inside.filter((other) => !isTime(other.kind))
      const isBefore = before.test(sentence.slice(Math.max(0, start - near), start))
      const isLast = quantity === measured.at(-1)
      // Parts begin behind "which", too.
      const partitive = !isPartitive || !isLast ? undefined : next.words.length > 0 ? next : parts[index + 2]
      // Other figures tell what it belongs to, but for those that could stand in its place.
      const words = (of: (typeof parts)[number]) => [
        ...of.words,
        ...of.figures.flatMap((other) => (other.kind === kind ? [] : other.words))
      ]
      const free = parts.filter((other) => other !== part && other.figures.every((figure) => figure.kind !== kind))
      const unit = rate.exec(sentence.slice(end, end + near))?.[1]
      const behind = sentence.slice(end, end + nearSpan)
      const way = wayAt(sentence, quantity)
      return {
        start,
        end,
        readings,
        kind,
        period,
        times: timesIn([part]),
        baseTimes: periodsOf(part.bases),
        sharedTimes: timesIn(free),
        ownTimes: timesIn([
          part,
          ...parts.slice(0, index).filter(({ inside, words }) => words.length === 0 && inside.length === 1)
        ]),
        sentenceTimes: timesIn(parts),
        toldTimes: times[index]!,
        timeBehind:
          part.inside.find(
            (other) => other.period !== null && other.start >= end && toTime.test(sentence.slice(end, other.start))
          )?.period ?? null,
        derivedTimes: derivedOf[index]!.length > 0 ? derivedOf[index]! : derivedFree,
        // "To 18 million from 37 million a year earlier": of the last.
        ownDerived:
          isLast && (measured.length === 1 || isBefore)
            ? derivedOf[index]!.filter(({ isVague }) => isVague !== true)
            : [],
        head: part.words.find((word) => !isMovement(word)) ?? null,
        subject: new Set(subjects[index]),
        names: new Set(names[index]),
        own: new Set(words(part)),
        shared: new Set(free.flatMap(words)),
        // "In April, …" tells of what follows.
        upTo: new Set(parts.slice(0, part.words.length === 0 ? index + 2 : index + 1).flatMap(({ words }) => words)),
        near: new Set([
          ...wordsOf(rest.slice(part.from, start)).slice(-nearest),
          ...wordsOf(rest.slice(end, part.to)).slice(0, nearest)
        ]),
        sentence: all,
        topic,
        isTranslated,
        isBefore,
        side: sideOf(sentence, quantity),
        role: isTime(kind) ? null : roleAt(sentence, quantity, rest.slice(part.from, part.to)),
        isOfGrowth: growth.test(sentence.slice(part.from, part.to)),
        limit: limitAt(sentence, start),
        otherEnd: null,
        partWords: new Set(partitive === undefined ? [] : partitive.words),
        partTimes: partitive === undefined ? [] : timesIn([partitive]),
        portion: null,
        portionVerbs: [],
        portionNoun: null,
        ...relations.get(quantity),
        counted: wordsOf(rest.slice(end, part.to))[0] ?? null,
        counts: nounBehind(sentence, end),
        counting: isTime(kind) ? [] : countingAt(sentence, end),
        part: part.from,
        around: new Set(wordsAround(rest, quantity, part)),
        lengths: lengths[index]!,
        sentenceLengths,
        lasts: isTime(kind) ? null : (lastingAt(sentence, quantity) ?? yearsOfTimes(timesIn(parts))),
        average: averageIn(sentence.slice(part.from, part.to)) ?? averageIn(sentence),
        rate:
          unit !== undefined
            ? (unitOf(unit.toLowerCase()) ?? null)
            : /^\s(?:each|apiece)\b/i.test(sentence.slice(end, end + near))
              ? "each"
              : null,
        spans: new Set(spansIn(rest.slice(part.from, part.to))),
        ownSpans: new Set(/^\s(?:a|an|per|each|every|\w+ly)\b/i.test(behind) ? spansIn(behind) : []),
        moves: part.moves,
        way: way === "part" ? null : way,
        isShare: way === "part",
        ahead: new Set(wordsOf(rest.slice(part.from, start)).filter((word) => !isMovement(word))),
        behind: new Set(wordsOf(rest.slice(end, part.to)).filter((word) => !isMovement(word))),
        than: part.than
      }
    })
  })
}

/** The figures of a source, sentence by sentence. */
export const storedIn = perSource((source): ReadonlyArray<ReadonlyArray<Figure>> => {
  const written = plainText(`${source.title}\n${source.quote}`)
  const translated = inEnglish(written)
  const [text, isTranslated] = [translated ?? written, translated !== null]
  const topic = new Set(wordsOf(plainText(source.title)))
  const published = publishedOn(source)
  const stored: Array<ReadonlyArray<Figure>> = []
  let left = mostStored
  let names: Words = new Set(namesOf(source.title).flatMap(pairsOf))
  for (const sentence of text.split("\n").flatMap(split)) {
    if (left <= 0) break
    const figures = figuresOf(sentence, { isTranslated, names, published, topic }).slice(0, left)
    const named = namesOf(sentence).flatMap(pairsOf)
    if (named.length > 0) names = new Set(named)
    left -= figures.length
    if (figures.length > 0) stored.push(figures)
  }
  return stored
})
