import { Effect, Layer, Schema, Struct } from "effect"
import { existsSync, readFileSync, writeFileSync } from "node:fs"
import { type ReportRequest, ReportSource, ReportType } from "../../../src/domain/Report.ts"
import type { CalendarDate } from "../../../src/domain/Timestamp.ts"
import type { Facet } from "../../../src/reports/evidence/Facets.ts"
import type { Evidence } from "../../../src/reports/evidence/Evidence.ts"
import * as OpenAiJudge from "../../../src/reports/judge/OpenAiJudge.ts"
import { Chats } from "../../../src/reports/model/Chat.ts"
import { render } from "../../../src/reports/Render.ts"
import * as ExtractiveWriter from "../../../src/reports/writers/extractive/ExtractiveWriter.ts"
import * as OpenAiWriter from "../../../src/reports/writers/openai/OpenAiWriter.ts"
import { ReportWriter } from "../../../src/reports/writers/Writer.ts"
import { Answers } from "../../../src/storage/Answers.ts"
import { Verdicts } from "../../../src/storage/Verdicts.ts"
import { type Missing, recordedChat, Recording } from "../Recording.ts"

/*
 * Whole reports with recorded answers. The evidence is stored with them: what is gathered from the demo's data changes
 * with the service, and an answer belongs to what it was asked about.
 */

/** The reports that are recorded. */
export const requests: ReadonlyArray<ReportRequest> = [
  {
    niche: "electric vehicle charging",
    report_type: "decision_brief",
    context: "We run 40 petrol stations in Portugal. Should we put fast chargers on ten of them in 2027?"
  },
  { niche: "electric vehicle charging", report_type: "comprehensive_analysis", context: null },
  {
    niche: "electric vehicle charging",
    report_type: "competitor_analysis",
    context: "For a maker of chargers: who is ahead, and where are they weak?"
  },
  { niche: "electric vehicle charging", report_type: "trend_report", context: null }
]

const Piece = Schema.Struct({
  ...ReportSource.fields,
  facets: Schema.Array(Schema.String),
  attribution: Schema.NullOr(Schema.String),
  headline: Schema.NullOr(Schema.String),
  sentences: Schema.Array(Schema.Struct({ text: Schema.String, verbatim: Schema.Boolean })),
  score: Schema.Finite
})

const RecordedReports = Schema.Struct({
  ...Recording.fields,
  pieces: Schema.Array(Piece.mapFields(Struct.omit(["n"]))),
  reports: Schema.Array(
    Schema.Struct({
      niche: Schema.String,
      report_type: ReportType,
      context: Schema.NullOr(Schema.String),
      /** Its evidence in order: places in `pieces`. */
      evidence: Schema.Array(Schema.Int),
      gaps: Schema.Array(Schema.String),
      asOf: Schema.String
    })
  )
})

const file = new URL("recorded.json", import.meta.url)

interface Given {
  readonly request: ReportRequest
  readonly evidence: Evidence
}

/** What was recorded: the reports' evidence, and the answers; null for nothing. */
export const recorded = () => {
  if (!existsSync(file)) return null
  const { answers, from, pieces, reports } = Schema.decodeUnknownSync(RecordedReports)(
    JSON.parse(readFileSync(file, "utf8"))
  )
  const given = reports.map(({ asOf, evidence, gaps, ...request }): Given => ({
    request,
    evidence: {
      gaps,
      asOf: asOf as CalendarDate,
      pieces: evidence.map((place, index) => {
        const piece = pieces[place]!
        return { ...piece, n: index + 1, facets: new Set(piece.facets as ReadonlyArray<Facet>) }
      })
    }
  }))
  return { from, given, answers: new Map(answers.map(({ answer, prompt }) => [prompt, answer])) }
}

/** Keeps reports with the answers that they rest on. */
export const keep = (from: string, given: ReadonlyArray<Given>, answers: ReadonlyMap<string, string>): void => {
  const pool = new Map<string, number>()
  const place = (piece: Evidence["pieces"][number]): number => {
    const text = JSON.stringify({ ...Struct.omit(piece, ["n"]), facets: [...piece.facets] })
    if (!pool.has(text)) pool.set(text, pool.size)
    return pool.get(text)!
  }
  const reports = given.map(({ evidence, request: { context, niche, report_type } }) => ({
    niche,
    report_type,
    context,
    evidence: evidence.pieces.map(place),
    gaps: evidence.gaps,
    asOf: evidence.asOf
  }))
  const lines = (all: Iterable<unknown>) => [...all].map((one) => `  ${JSON.stringify(one)}`).join(",\n")
  const pieces = [...pool.keys()].map((text) => `  ${text}`).join(",\n")
  const kept = [...answers].map(([prompt, answer]) => ({ prompt, answer }))
  writeFileSync(
    file,
    `{\n"from": ${JSON.stringify(from)},\n"reports": [\n${lines(reports)}\n],\n"pieces": [\n${pieces}\n],\n"answers": [\n${lines(kept)}\n]\n}\n`
  )
}

/** Writes a report with these answers; says which it used, and which it lacks. */
export const replay = Effect.fnUntraced(function* ({ evidence, request }: Given, answers: ReadonlyMap<string, string>) {
  const { chat, missing, used } = recordedChat(answers)
  const options = { apiKey: null, baseUrl: "", model: "recorded", maxOutputTokens: 8_000, timeout: "1 hour" } as const
  const layer = OpenAiWriter.layer({ ...options, maxTokens: 0 }).pipe(
    Layer.provide([ExtractiveWriter.layer, OpenAiJudge.layer({ ...options, form: "facts" })]),
    Layer.provide([Answers.layerMemory, Verdicts.layerMemory, Layer.succeed(Chats, () => Effect.succeed(chat))])
  )
  const draft = yield* Effect.flatMap(ReportWriter, ({ write }) => Effect.orDie(write(request, evidence))).pipe(
    Effect.provide(layer)
  )
  return {
    request,
    result: render(request, evidence, draft),
    missing: missing as ReadonlyMap<string, Missing>,
    used: used as ReadonlyMap<string, string>
  }
})
