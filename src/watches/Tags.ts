import { Effect } from "effect"
import type { SignalId } from "../domain/Signal.ts"
import { Signals } from "../storage/signals/Signals.ts"
import { SourceList } from "../storage/sources/SourceList.ts"

/** What of a watch's subject narrows it to what some sources bring. */
interface Narrowed {
  readonly tags?: ReadonlyArray<string>
}

/**
 * Whether sources with a subject's tags bring a signal, of these subjects and these signals. Nothing is read where no
 * subject has tags.
 */
export const bringersFor = Effect.fnUntraced(function* (
  subjects: ReadonlyArray<Narrowed>,
  ids: ReadonlyArray<SignalId>
) {
  if (ids.length === 0 || subjects.every(({ tags }) => tags === undefined)) return () => true
  const tagsOf = yield* (yield* SourceList).tags
  const bringers = yield* (yield* Signals).bringersOf([...new Set(ids)])
  return ({ tags }: Narrowed, id: SignalId): boolean =>
    tags === undefined || (bringers.get(id) ?? []).some((name) => tagsOf.get(name)?.some((tag) => tags.includes(tag)))
})
