import { DateTime, Effect, Layer, Redacted, Stream } from "effect"
import { TestClock } from "effect/testing"
import { performance } from "node:perf_hooks"
import { Ingest } from "../../../ingest/Ingest.ts"
import { niches } from "../../../src/demo/Markets.ts"
import { seed } from "../../../src/demo/Seed.ts"
import { localAccount } from "../../../src/domain/Account.ts"
import type { Exhibit } from "../../../src/domain/Exhibit.ts"
import {
  type ReportQuality,
  type ReportRequest,
  type ReportResult,
  type ReportSection,
  type ReportSource,
  ReportType
} from "../../../src/domain/Report.ts"
import { Evidences } from "../../../src/reports/evidence/Evidence.ts"
import * as ExtractiveWriter from "../../../src/reports/writers/extractive/ExtractiveWriter.ts"
import * as OpenAiWriter from "../../../src/reports/writers/openai/OpenAiWriter.ts"
import { render } from "../../../src/reports/Render.ts"
import { ReportWriter } from "../../../src/reports/writers/Writer.ts"
import { Accounts } from "../../../src/storage/accounts/Accounts.ts"
import { Answers } from "../../../src/storage/reports/Answers.ts"
import { Signals } from "../../../src/storage/signals/Signals.ts"
import * as Storage from "../../../src/storage/Storage.ts"
import { demoWorld } from "../../../harness/DemoWorld.ts"
import { judgesByRules } from "../../../harness/FakeJudge.ts"
import { fakeOpenAi } from "../../../harness/FakeOpenAi.ts"
import type { Capture } from "../../../harness/captures/Captures.ts"
import { store, today } from "../Stored.ts"
import { standIn } from "./StandIn.ts"

/** A report with how long it took from the request to what is stored. */
export interface Written {
  readonly request: ReportRequest
  readonly millis: number
  readonly result: ReportResult
  readonly sections: ReadonlyArray<ReportSection>
  readonly sources: ReadonlyArray<ReportSource>
  readonly gaps: ReadonlyArray<string>
  readonly exhibits: ReadonlyArray<Exhibit>
  readonly quality: ReportQuality
}

/** A fixed day, so that the same data gives the same figures. */
const now = Layer.effectDiscard(TestClock.setTime(today.getTime())).pipe(Layer.provideMerge(TestClock.layer()))

/** Without a model, or by the stand-in for one. */
const writers = {
  extractive: ExtractiveWriter.layer,
  openai: Layer.unwrap(
    Effect.map(fakeOpenAi(standIn), ({ baseUrl }) =>
      OpenAiWriter.layer({
        apiKey: Redacted.make("sk-none"),
        baseUrl,
        model: "stand-in",
        maxOutputTokens: 8_000,
        maxTokens: 0,
        timeout: "1 minute"
      })
    )
  ).pipe(Layer.provide([ExtractiveWriter.layer, judgesByRules, Answers.layerMemory]))
}

const gather = Effect.fnUntraced(function* (request: ReportRequest) {
  const { id } = yield* (yield* Accounts).ensure(localAccount)
  return yield* (yield* Evidences).gather(id, request, yield* DateTime.nowAsDate)
})

const write = Effect.fnUntraced(function* (request: ReportRequest) {
  const begun = performance.now()
  const evidence = yield* gather(request)
  const draft = yield* Effect.orDie((yield* ReportWriter).write(request, evidence))
  const result = render(request, evidence, draft)
  const millis = performance.now() - begun
  const { exhibits = [], gaps, quality, sources, verdicts: _, ...sections } = result.sections as Record<string, unknown>
  return {
    request,
    millis,
    result,
    sections: Object.values(sections) as ReadonlyArray<ReportSection>,
    sources: sources as ReadonlyArray<ReportSource>,
    gaps: gaps as ReadonlyArray<string>,
    exhibits: exhibits as ReadonlyArray<Exhibit>,
    quality: quality as ReportQuality
  } satisfies Written
})

const writeAll = (about: ReadonlyArray<string>) =>
  Effect.forEach(
    about.flatMap((niche) => ReportType.literals.map((report_type) => ({ niche, report_type, context: null }))),
    write
  )

/** The demo's data, read as on its first start. */
export const inDemo = <A, E, R>(effect: Effect.Effect<A, E, R>) =>
  Effect.gen(function* () {
    yield* (yield* Accounts).ensure(localAccount)
    yield* seed
    yield* Stream.runDrain((yield* Ingest).run("all"))
    const signals = yield* Signals
    while ((yield* signals.tellStories(100)).length > 0);
    return yield* effect
  }).pipe(Effect.provide(Evidences.layer.pipe(Layer.provideMerge(demoWorld), Layer.provideMerge(now))))

/** Every kind of report on every market of the demo. */
export const onDemo = (writer: keyof typeof writers = "extractive") =>
  inDemo(Effect.provide(writeAll(niches), writers[writer]))

/** What reports on the demo's data may rest on. */
export const evidenceOnDemo = (requests: ReadonlyArray<ReportRequest>) => inDemo(Effect.forEach(requests, gather))

/** What the captured feeds can be asked about. */
const captured = ["iPhone", "Russia", "Facebook", "startup", "open source"]

/** Every kind of report on the captured feeds, which hold news and nothing else. */
export const onCaptures = (files: ReadonlyArray<Capture>) =>
  Effect.gen(function* () {
    yield* store(files)
    return yield* writeAll(captured)
  }).pipe(
    Effect.provide(
      Layer.merge(Evidences.layer, writers.extractive).pipe(
        Layer.provideMerge(Storage.layerMemory),
        Layer.provideMerge(now)
      )
    )
  )
