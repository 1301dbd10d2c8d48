import { Effect } from "effect"
import type { NewSignal } from "../../src/domain/Signal.ts"
import { SourceName } from "../../src/domain/Source.ts"
import { noChoice, SourceList } from "../../src/storage/sources/SourceList.ts"
import { Signals } from "../../src/storage/signals/Signals.ts"
import { start } from "./Contract.ts"

/** The source that {@link store} stores for. */
export const feed = SourceName.make("feed:news.example")

/** News of the day on which tests begin, in English, unless said otherwise. */
export const news = (title: string, more: Partial<NewSignal> = {}): NewSignal => ({
  identity: title,
  guid: title,
  title,
  snippet: "",
  url: `https://news.example/${encodeURIComponent(title)}`,
  source: "News",
  published_at: start,
  language: "en",
  ...more
})

export const store = (...items: ReadonlyArray<NewSignal>) =>
  Effect.flatMap(Signals, (signals) => signals.upsert(feed, items))

/** Gives a source its tags. */
export const tagged = (name: string, ...tags: ReadonlyArray<string>) =>
  Effect.flatMap(SourceList, (list) =>
    list.change(() => Effect.succeed([{ choose: [{ ...noChoice(name), tags }] }, undefined]))
  )
