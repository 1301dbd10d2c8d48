import { Order } from "effect"
import { Buffer } from "node:buffer"
import type { SourceKind } from "../../domain/Report.ts"
import { numbers, withoutNumbers } from "../check/Numbers.ts"
import { clashOf } from "./Conflicts.ts"
import { publishersOf } from "./News.ts"
import type { Candidate, Piece } from "./Piece.ts"
import { paused } from "./Steps.ts"
import { contentStems, likeness } from "../../text/Words.ts"

/** Titles that share seven words in ten tell the same story. */
const sameStory = 0.7

/** Each further piece of one publisher counts a quarter less, so that no single voice fills a report. */
const repeatedPublisher = 0.75

interface Seen {
  readonly url: string | null
  readonly told: Candidate
  readonly words: ReadonlySet<string>
  readonly numbers: ReadonlySet<string>
}

/** The headline without its numbers, which are compared by what they mean. */
const seenOf = (told: Candidate): Seen => {
  const title = told.headline ?? told.title
  return { url: told.url, told, words: new Set(contentStems(withoutNumbers(title))), numbers: new Set(numbers(title)) }
}

/** News and social topics can tell the same story; all other pieces are separate facts. */
const isStory = ({ kind }: Candidate): boolean => kind === "signal" || kind === "social_trend"

// Different figures, or the opposite, mean another story or a contradicting source; both are kept, and so is what was
// chosen of one story: it may have a headline alike, and contradict another that has it too.
const isCopy = (one: Seen, other: Seen): boolean =>
  (one.url !== null && one.url === other.url) ||
  (one.words.size > 0 &&
    (one.told.story === undefined || one.told.story !== other.told.story) &&
    likeness(one.words, other.words) >= sameStory &&
    (one.numbers.size === 0 || other.numbers.size === 0 || likeness(one.numbers, other.numbers) === 1) &&
    clashOf(one.told, other.told) === null)

// Ties go by title and address, so that the same evidence gives the same order however storage lists it.
const order = (one: Candidate, other: Candidate): number =>
  other.score - one.score || Order.String(one.title, other.title) || Order.String(one.url ?? "", other.url ?? "")

/**
 * Each story once, the best of its candidates with all who carried it; the best first. The other kinds are facts of
 * their own and stay.
 */
export function* fold(candidates: ReadonlyArray<Candidate>): Generator<void, ReadonlyArray<Candidate>> {
  const seen: Array<Seen & { readonly at: number }> = []
  const told: Array<Candidate> = []
  yield* paused([...candidates].sort(order), (candidate) => {
    const own = isStory(candidate) ? seenOf(candidate) : null
    const copied = own === null ? undefined : seen.find((other) => isCopy(own, other))
    if (copied === undefined) {
      if (own !== null) seen.push({ ...own, at: told.length })
      told.push(candidate)
      return
    }
    const first = told[copied.at]!
    if (first.carriedBy === undefined || candidate.carriedBy === undefined) return
    told[copied.at] = {
      ...first,
      carriedBy: publishersOf([...first.carriedBy, ...candidate.carriedBy]),
      others: publishersOf([...(first.others ?? []), ...(candidate.others ?? [])])
    }
  })
  return told
}

/** A token of a language model is some 4 bytes of UTF-8, in English as in Chinese. */
const bytesPerToken = 4

/** About how many tokens a text is. */
export const tokensOf = (text: string): number => Math.ceil(Buffer.byteLength(text) / bytesPerToken)

/**
 * Of the candidates that {@link fold} gives the best within each kind's limit, whose quotes together stay within the
 * budget of tokens, publishers mixed, numbered from 1 in the order in which they were chosen.
 */
export const choose = (
  candidates: ReadonlyArray<Candidate>,
  limits: Readonly<Record<SourceKind, number>>,
  budget: number
): ReadonlyMap<Candidate, Piece> => {
  let spent = 0
  const left = [...candidates]
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
  return new Map(chosen.map((candidate, index) => [candidate, Object.assign({ n: index + 1 }, candidate)]))
}
