import { Effect } from "effect"
import { withWords } from "../../search/Query.ts"
import type { Meant } from "../../search/Typos.ts"
import type { NearWords } from "./NearWords.ts"
import type { SearchRequest } from "./SearchIndex.ts"
import type { Planner, SearchPlan } from "./SearchPlan.ts"

/** A question with its typos mended. */
export interface Forgiven {
  /** With what was meant in place of words that nothing has. */
  readonly asked: SearchPlan
  /** What was probably meant by words of the question. */
  readonly meant: ReadonlyMap<string, string>
  /** What is searched for in their place, or besides. */
  readonly near: ReadonlyMap<string, ReadonlyArray<string>>
}

/** What is suggested, and what is searched for. */
export const forgivenBy = ({ quoted, rare, unknown, written }: Meant): Omit<Forgiven, "asked"> => ({
  meant: new Map(
    [...[...unknown].map(([word, [best]]) => [word, best!] as const), ...rare, ...quoted].map(([word, other]) => [
      word,
      written.get(other) ?? other
    ])
  ),
  near: new Map([...unknown, ...[...rare].map(([word, other]) => [word, [other]] as const)])
})

/** Mends the typos of questions that are forgiven them. */
export const makeForgiving = (planned: Planner, nearWords: NearWords) =>
  Effect.fnUntraced(function* ({ filters, forgiving, query }: SearchRequest, asked: SearchPlan) {
    if (forgiving !== true) return { asked, meant: new Map(), near: new Map() } satisfies Forgiven
    const meant = yield* nearWords(query, asked)
    const other = meant.unknown.size === 0 ? null : yield* planned(withWords(query, meant.unknown), filters)
    return { asked: other ?? asked, ...forgivenBy(meant) } satisfies Forgiven
  })

export type Forgiving = ReturnType<typeof makeForgiving>
