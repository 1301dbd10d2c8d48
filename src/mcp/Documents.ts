import { Effect } from "effect"
import type { Client } from "../api/Client.ts"
import { maxId, maxWideId } from "../domain/Id.ts"
import { ReportId } from "../domain/Report.ts"
import { type Signal, SignalId, StoryId } from "../domain/Signal.ts"
import { markdownDocument } from "../reports/document/MarkdownDocument.ts"
import { Refused } from "./Refusal.ts"
import { Origin } from "./Tool.ts"

/** What can be read whole, in the form that clients for deep research expect. */
export interface Document {
  readonly id: string
  readonly title: string
  readonly text: string
  readonly url: string
  readonly metadata: Readonly<Record<string, unknown>>
}

/** `signal:12`, `story:3`, `report:7`, or its `sonde://` address; a number alone is a signal. */
const form = /^(?:(?:sonde:\/\/)?(signal|story|report)[:/])?([1-9]\d{0,15})$/

const unreadable = new Refused({ message: "validation_error: id must be like signal:12, story:3 or report:7" })

const textOf = ({ also_in, article, snippet, title }: Signal): string =>
  [
    title,
    snippet,
    ...(article?.quotations ?? []).map((words) => `The page begins: “${words}”`),
    ...(also_in.length === 0 ? [] : [`Also in: ${also_in.map(({ source, url }) => `${source} (${url})`).join(", ")}`])
  ].join("\n\n")

const signal = Effect.fnUntraced(function* (client: Client, id: SignalId) {
  const { data } = yield* client.signals.get({ params: { signal_id: id } })
  const { language, published_at: published, source, story_id, title, url } = data
  return {
    title,
    text: textOf(data),
    url,
    metadata: { source, published, language, ...(story_id !== null && { story: `story:${story_id}` }) }
  }
})

const story = Effect.fnUntraced(function* (client: Client, id: StoryId) {
  const { data } = yield* client.signals.story({ params: { story_id: id } })
  const { first, languages, last_published_at: last, publishers, signals, signals_total, title } = data
  const lines = signals.map((one) => `${one.published_at} ${one.source}: ${one.title} (signal:${one.id}, ${one.url})`)
  return {
    title,
    text: lines.join("\n"),
    url: first.url,
    metadata: { publishers, signals: signals_total, languages, first: first.published_at, last }
  }
})

const report = Effect.fnUntraced(function* (client: Client, id: ReportId) {
  const { data } = yield* client.reports.get({ params: { report_id: id } })
  const { confidence, created_at: created, status, title } = data
  return {
    title,
    text: markdownDocument(data),
    url: `${yield* Origin}/dashboard/reports/${id}`,
    metadata: { status, confidence, created }
  }
})

/** Reads a document by its id. */
export const read = Effect.fnUntraced(function* (client: Client, name: string) {
  const [, kind = "signal", digits] = form.exec(name) ?? []
  const id = Number(digits)
  if (digits === undefined || id > (kind === "report" ? maxId : maxWideId)) return yield* unreadable
  const found = yield* kind === "report"
    ? report(client, ReportId.make(id))
    : kind === "story"
      ? story(client, StoryId.make(id))
      : signal(client, SignalId.make(id))
  return { id: `${kind}:${id}`, ...found } satisfies Document
})
