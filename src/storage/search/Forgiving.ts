import { Effect } from "effect"
import { withWords } from "../../search/Query.ts"
import type { NearWords } from "./NearWords.ts"
import type { SearchRequest } from "./SearchIndex.ts"
import type { Planner, SearchPlan } from "./SearchPlan.ts"

/** A question with its typos mended. */
export interface Forgiven {
  /** With what was meant in place of words that nothing has. */
  readonly asked: SearchPlan
  /** What was probably meant by words of the question. */
  readonly meant: ReadonlyMap<string, string>
}

/** Mends the typos of questions that are forgiven them. */
export const makeForgiving = (planned: Planner, nearWords: NearWords) =>
  Effect.fnUntraced(function* ({ filters, forgiving, query }: SearchRequest, asked: SearchPlan) {
    if (forgiving !== true) return { asked, meant: new Map() } satisfies Forgiven
    const { rare, unknown } = yield* nearWords(query, asked)
    const other = unknown.size === 0 ? null : yield* planned(withWords(query, unknown), filters)
    return { asked: other ?? asked, meant: new Map([...unknown, ...rare]) } satisfies Forgiven
  })

export type Forgiving = ReturnType<typeof makeForgiving>
