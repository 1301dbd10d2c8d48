import { Buffer } from "node:buffer"
import type { SourceKind } from "../../domain/Report.ts"
import { numbers, withoutNumbers } from "../check/Numbers.ts"
import type { Candidate, Piece } from "./Piece.ts"
import { paused } from "./Steps.ts"
import { contentStems, likeness } from "../../text/Words.ts"

/** Titles that share seven words in ten tell the same story. */
const sameStory = 0.7

/** Each further piece of one publisher counts a quarter less, so that no single voice fills a report. */
const repeatedPublisher = 0.75

interface Seen {
  readonly url: string | null
  readonly words: ReadonlySet<string>
  readonly numbers: ReadonlySet<string>
}

/** The headline without its numbers, which are compared by what they mean. */
const seenOf = ({ url, title, headline }: Candidate): Seen => ({
  url,
  words: new Set(contentStems(withoutNumbers(headline ?? title))),
  numbers: new Set(numbers(headline ?? title))
})

/** News and social topics can be the same story; the rest are facts of their own. */
const isStory = ({ kind }: Candidate): boolean => kind === "signal" || kind === "social_trend"

// Other numbers make it another story, or a source that contradicts: both are worth having.
const isCopy = (one: Seen, other: Seen): boolean =>
  (one.url !== null && one.url === other.url) ||
  (one.words.size > 0 &&
    likeness(one.words, other.words) >= sameStory &&
    (one.numbers.size === 0 || other.numbers.size === 0 || likeness(one.numbers, other.numbers) === 1))

// Ties go by title and address, so that the same evidence gives the same order however storage lists it.
const order = (one: Candidate, other: Candidate): number =>
  other.score - one.score || compare(one.title, other.title) || compare(one.url ?? "", other.url ?? "")

const compare = (one: string, other: string): number => (one < other ? -1 : one > other ? 1 : 0)

function* fold(candidates: ReadonlyArray<Candidate>): Generator<void, ReadonlyArray<Candidate>> {
  const seen: Array<Seen> = []
  const isNew = (candidate: Candidate): boolean => {
    if (!isStory(candidate)) return true
    const own = seenOf(candidate)
    if (seen.some((other) => isCopy(own, other))) return false
    seen.push(own)
    return true
  }
  const found = yield* paused(candidates, (candidate) => (isNew(candidate) ? [candidate] : []))
  return found.flat()
}

/** A token of a language model is some 4 bytes of UTF-8, in English as in Chinese. */
const bytesPerToken = 4

/** About how many tokens a text is. */
export const tokensOf = (text: string): number => Math.ceil(Buffer.byteLength(text) / bytesPerToken)

/**
 * The best candidates within each kind's limit whose quotes together stay within the budget of tokens, each story once,
 * publishers mixed, numbered from 1.
 */
export function* choose(
  candidates: ReadonlyArray<Candidate>,
  limits: Readonly<Record<SourceKind, number>>,
  budget: number
): Generator<void, ReadonlyArray<Piece>> {
  let spent = 0
  const left = [...(yield* fold([...candidates].sort(order)))]
  const taken = new Map<SourceKind, number>()
  const voices = new Map<string, number>()
  const chosen: Array<Candidate> = []
  while (left.length > 0) {
    const worth = ({ score, publisher }: Candidate): number =>
      score * repeatedPublisher ** (publisher === null ? 0 : (voices.get(publisher) ?? 0))
    const best = left.reduce((best, one) => (worth(one) > worth(best) ? one : best))
    left.splice(left.indexOf(best), 1)
    const count = taken.get(best.kind) ?? 0
    const tokens = tokensOf(best.quote)
    if (count >= limits[best.kind] || spent + tokens > budget) continue
    spent += tokens
    taken.set(best.kind, count + 1)
    if (best.publisher !== null) voices.set(best.publisher, (voices.get(best.publisher) ?? 0) + 1)
    chosen.push(best)
  }
  return chosen.map((candidate, index) => Object.assign({ n: index + 1 }, candidate))
}
