import { Array, Effect } from "effect"
import type { Verdict } from "../../domain/Verdict.ts"
import type { ModelFailed } from "../../outbound/ModelFailed.ts"
import type { Verdicts } from "../../storage/reports/Verdicts.ts"

/** Questions to the server at a time. */
const concurrency = 4

/**
 * The verdicts on things, in their order, null where there is none. What is known by its key is not asked again; the
 * rest is asked in batches of so many. Those that are sound are kept: the next question about what is not may be
 * answered better. Fails if no batch brings anything.
 */
export const verdictsOn = Effect.fnUntraced(function* <A>(
  things: ReadonlyArray<A>,
  {
    ask,
    isSound = () => true,
    keyOf,
    size,
    stored
  }: {
    readonly ask: (batch: ReadonlyArray<A>) => Effect.Effect<ReadonlyArray<Verdict | null>, ModelFailed>
    readonly isSound?: (thing: A, verdict: Verdict) => boolean
    readonly keyOf: (thing: A) => string
    readonly size: number
    readonly stored: Pick<Verdicts["Service"], "find" | "add">
  }
) {
  const keys = things.map(keyOf)
  const byKey = new Map(things.map((thing, index) => [keys[index]!, thing]))
  const stays = ([key, verdict]: readonly [string, Verdict]) => isSound(byKey.get(key)!, verdict)
  const known = new Map([...(yield* stored.find(keys))].filter(stays))
  const open = [...byKey].filter(([key]) => !known.has(key))
  const askAbout = Effect.fnUntraced(function* (batch: ReadonlyArray<readonly [key: string, A]>) {
    const verdicts = yield* ask(batch.map(([, thing]) => thing))
    const found = batch.flatMap(([key], index) => {
      const verdict = verdicts[index] ?? null
      return verdict === null ? [] : [[key, verdict] as const]
    })
    yield* stored.add(new Map(found.filter(stays)))
    return found
  })
  const [answers, failures] = yield* Effect.partition(Array.chunksOf(open, size), askAbout, { concurrency })
  // The result of one question is used even if others fail.
  if (failures.length > 0 && answers.length === 0) return yield* failures[0]!
  const all = new Map([...known, ...answers.flat()])
  return keys.map((key) => all.get(key) ?? null)
})
