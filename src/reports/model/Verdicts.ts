import { Array, Effect } from "effect"
import type { Verdict } from "../../domain/Verdict.ts"
import type { ModelFailed } from "../../outbound/ModelFailed.ts"
import type { Verdicts } from "../../storage/reports/Verdicts.ts"

/** Questions to the server at a time. */
const concurrency = 4

/**
 * The verdicts on things, in their order, null where there is none. What is known by its key is not asked again; the
 * rest is asked in batches of so many, and kept. Fails if no batch brings anything.
 */
export const verdictsOn = Effect.fnUntraced(function* <A>(
  things: ReadonlyArray<A>,
  {
    ask,
    keyOf,
    size,
    stored
  }: {
    readonly ask: (batch: ReadonlyArray<A>) => Effect.Effect<ReadonlyArray<Verdict | null>, ModelFailed>
    readonly keyOf: (thing: A) => string
    readonly size: number
    readonly stored: Verdicts["Service"]
  }
) {
  const keys = things.map(keyOf)
  const known = yield* stored.find(keys)
  const open = [...new Map(things.map((thing, index) => [keys[index]!, thing]))].filter(([key]) => !known.has(key))
  const askAbout = Effect.fnUntraced(function* (batch: ReadonlyArray<readonly [key: string, A]>) {
    const verdicts = yield* ask(batch.map(([, thing]) => thing))
    const found = batch.flatMap(([key], index) => {
      const verdict = verdicts[index] ?? null
      return verdict === null ? [] : [[key, verdict] as const]
    })
    yield* stored.add(new Map(found))
    return found
  })
  const [answers, failures] = yield* Effect.partition(Array.chunksOf(open, size), askAbout, { concurrency })
  // The result of one question is used even if others fail.
  if (failures.length > 0 && answers.length === 0) return yield* failures[0]!
  const all = new Map([...known, ...answers.flat()])
  return keys.map((key) => all.get(key) ?? null)
})
