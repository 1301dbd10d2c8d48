import { Duration, Effect, Layer } from "effect"
import type { NewSignal } from "../../src/domain/Signal.ts"
import { SourceName } from "../../src/domain/Source.ts"
import { Signals } from "../../src/storage/signals/Signals.ts"

/*
 * The service, which takes in news without a pause: what stands at ITEMS_URL is stored as the items of a feed are,
 * again and again. Sources of the list may be asked every quarter of an hour at most, which leaves too little to be
 * killed in.
 */

const { INTAKE_EVERY = "50 millis", ITEMS_URL = "" } = process.env

/** What the test's site serves. */
export interface ServedItem {
  readonly title: string
  readonly source: string
}

const signalOf = ({ source, title }: ServedItem): NewSignal => {
  const url = `https://${source.toLowerCase()}.example/${encodeURIComponent(title)}`
  return { identity: url, guid: url, title, snippet: "", url, source, published_at: null, language: "en" }
}

const feed = SourceName.make("feed:news.example")

const items = Effect.promise(async (): Promise<ReadonlyArray<ServedItem>> => (await fetch(ITEMS_URL)).json())

const signals = Signals.layer

// Before anything is composed of it, which is why the service is imported below.
Object.assign(Signals, {
  layer: Layer.effect(
    Signals,
    Effect.gen(function* () {
      const service = yield* Signals
      yield* items.pipe(
        Effect.flatMap((served) => service.upsert(feed, served.map(signalOf))),
        // A database that is not there yet, or no more.
        Effect.catchCause(() => Effect.void),
        Effect.andThen(Effect.sleep(Duration.fromInputUnsafe(INTAKE_EVERY as Duration.Input))),
        Effect.forever,
        Effect.forkScoped
      )
      return service
    })
  ).pipe(Layer.provideMerge(signals))
})

const { launch } = await import("../../src/app/Service.ts")
launch()
