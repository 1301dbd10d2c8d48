import { Effect, Layer, Schema, Struct } from "effect"
import { existsSync, readFileSync, writeFileSync } from "node:fs"
import { niches } from "../../../src/demo/Markets.ts"
import { type ReportRequest, ReportSource, ReportType } from "../../../src/domain/Report.ts"
import type { CalendarDate } from "../../../src/domain/Timestamp.ts"
import type { Facet } from "../../../src/reports/evidence/Facets.ts"
import type { Evidence } from "../../../src/reports/evidence/Evidence.ts"
import type { FurtherPiece } from "../../../src/reports/evidence/FurtherSearch.ts"
import type { Candidate } from "../../../src/reports/evidence/Piece.ts"
import * as OpenAiJudge from "../../../src/reports/judge/OpenAiJudge.ts"
import { Chats } from "../../../src/reports/model/Chat.ts"
import { render } from "../../../src/reports/Render.ts"
import * as ExtractiveWriter from "../../../src/reports/writers/extractive/ExtractiveWriter.ts"
import * as OpenAiWriter from "../../../src/reports/writers/openai/OpenAiWriter.ts"
import { ReportWriter } from "../../../src/reports/writers/Writer.ts"
import { Answers } from "../../../src/storage/reports/Answers.ts"
import { Verdicts } from "../../../src/storage/reports/Verdicts.ts"
import { type Missing, recordedChat, Recording } from "../Recording.ts"

/*
 * Whole reports with recorded answers. The evidence is stored with them: what is gathered from the demo's data changes
 * with the service, and an answer belongs to what it was asked about.
 */

/** The reports that are recorded: every kind on every market of the demo, as the rubrics ask for them. */
export const requests: ReadonlyArray<ReportRequest> = niches.flatMap((niche) =>
  ReportType.literals.map((report_type) => ({ niche, report_type, context: null }))
)

const Piece = Schema.Struct({
  ...ReportSource.fields,
  facets: Schema.Array(Schema.String),
  attribution: Schema.NullOr(Schema.String),
  headline: Schema.NullOr(Schema.String),
  story: Schema.optionalKey(Schema.String),
  carriedBy: Schema.optionalKey(Schema.Array(Schema.String)),
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
      /** What was found for the questions of its plan. */
      further: Schema.optionalKey(
        Schema.Array(Schema.Struct({ piece: Schema.Int, questions: Schema.Array(Schema.String) }))
      ),
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
  const pieceAt = (place: number): Candidate => {
    const piece = pieces[place]!
    return { ...piece, facets: new Set(piece.facets as ReadonlyArray<Facet>) }
  }
  const given = reports.map(({ asOf, evidence, further = [], gaps, ...request }): Given => {
    const found = further.map(({ piece, questions }) => ({ piece: pieceAt(piece), questions }))
    return {
      request,
      evidence: {
        gaps,
        asOf: asOf as CalendarDate,
        pieces: evidence.map((place, index) => ({ ...pieceAt(place), n: index + 1 })),
        further: () => Effect.succeed(found)
      }
    }
  })
  return { from, given, answers: new Map(answers.map(({ answer, prompt }) => [prompt, answer])) }
}

/** Keeps reports with the answers that they rest on. */
export const keep = (
  from: string,
  given: ReadonlyArray<Given & Replayed>,
  answers: ReadonlyMap<string, string>
): void => {
  const pool = new Map<string, number>()
  const place = (piece: Candidate & { readonly n?: number }): number => {
    const text = JSON.stringify({ ...Struct.omit(piece, ["n"]), facets: [...piece.facets] })
    if (!pool.has(text)) pool.set(text, pool.size)
    return pool.get(text)!
  }
  const reports = given.map(({ evidence, further, request: { context, niche, report_type } }) => ({
    niche,
    report_type,
    context,
    evidence: evidence.pieces.map(place),
    ...(further.length > 0 && { further: further.map(({ piece, questions }) => ({ piece: place(piece), questions })) }),
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

/** What a report has looked for while it was written. */
interface Replayed {
  readonly further: ReadonlyArray<FurtherPiece>
}

/** Writes a report with these answers; says which it used, and which it lacks. */
export const replay = Effect.fnUntraced(function* ({ evidence, request }: Given, answers: ReadonlyMap<string, string>) {
  const { chat, missing, used } = recordedChat(answers)
  const options = { apiKey: null, baseUrl: "", model: "recorded", maxOutputTokens: 8_000, timeout: "1 hour" } as const
  const layer = OpenAiWriter.layer({ ...options, maxTokens: 0 }).pipe(
    Layer.provide([ExtractiveWriter.layer, OpenAiJudge.layer({ ...options, form: "facts" })]),
    Layer.provide([Answers.layerMemory, Verdicts.layerMemory, Layer.succeed(Chats, () => Effect.succeed(chat))])
  )
  let further: ReadonlyArray<FurtherPiece> = []
  const noting: Evidence = {
    ...evidence,
    ...(evidence.further !== undefined && {
      further: (questions) => Effect.tap(evidence.further!(questions), (found) => Effect.sync(() => (further = found)))
    })
  }
  const draft = yield* Effect.flatMap(ReportWriter, ({ write }) => Effect.orDie(write(request, noting))).pipe(
    Effect.provide(layer)
  )
  return {
    request,
    further,
    result: render(request, evidence, draft),
    missing: missing as ReadonlyMap<string, Missing>,
    used: used as ReadonlyMap<string, string>
  }
})

/** The recorded reports, as the writer of today makes them of their answers. */
export const replayed = Effect.suspend(() => {
  const known = recorded()
  return known === null ? Effect.succeed([]) : Effect.forEach(known.given, (one) => replay(one, known.answers))
})
