import { Clock, Duration, Effect, Option, Schema } from "effect"
import { McpSchema, McpServer } from "effect/ai"
import type { Client } from "../../api/Client.ts"
import { isFinal, Niche, type ReportId, ReportType } from "../../domain/Report.ts"
import { CalendarDate } from "../../domain/Timestamp.ts"
import { ExtendDeadline } from "../../http/server/Deadline.ts"
import { prose } from "../../text/Text.ts"
import { Origin, tool } from "../Tool.ts"

/** Clients give a call up after a minute, unless told otherwise. */
const longestWait = Duration.seconds(45)

const pause = Duration.seconds(2)

/** How far a report is. A report also goes back: an attempt that fails is repeated. */
const steps = ["queued", "searching", "reading", "gathering", "writing", "checking", "completed"]

/** Tells the client of progress, if it has asked for that. */
const makeTell = Effect.gen(function* () {
  const { notifications } = yield* McpServer.McpServer
  return Effect.fnUntraced(function* (progress: number) {
    const context = yield* Effect.serviceOption(McpSchema.McpRequestContext)
    const client = yield* Effect.serviceOption(McpSchema.McpServerClient)
    const metadata = Option.getOrUndefined(client)?.requestMetadata ?? Option.getOrUndefined(context)?.requestMetadata
    const token = metadata?.["progressToken"]
    if (typeof token !== "string" && typeof token !== "number") return
    yield* notifications["notifications/progress"]({
      progressToken: token,
      progress,
      total: steps.length - 1,
      message: steps[progress]!
    })
  })
})

/** Orders a report, and tells how far it is for as long as the client waits. */
export const createReport = Effect.fnUntraced(function* (client: Client) {
  const tell = yield* makeTell

  /** The report once it is final, or as it is when the wait ends. */
  const awaited = Effect.fnUntraced(function* (id: ReportId) {
    const end = (yield* Clock.currentTimeMillis) + Duration.toMillis(longestWait)
    let furthest = -1
    while (true) {
      const { data } = yield* client.reports.get({ params: { report_id: id } })
      const progress = steps.indexOf(data.step ?? data.status)
      // It must grow with each notification (MCP, section on progress).
      if (progress > furthest) yield* tell(progress)
      furthest = Math.max(furthest, progress)
      if (isFinal(data.status) || (yield* Clock.currentTimeMillis) >= end) return data
      yield* Effect.sleep(pause)
    }
  })

  return tool({
    name: "create_report",
    description:
      "Write a research report on a market; every sentence cites evidence. If it is still being written after 45 s, call get_report later.",
    rights: ["reports"],
    makes: true,
    parameters: {
      niche: Niche,
      report_type: Schema.optionalKey(ReportType),
      context: Schema.optionalKey(prose(8_000)),
      since: Schema.optionalKey(CalendarDate)
    },
    result: {
      id: Schema.String,
      title: Schema.String,
      status: Schema.String,
      url: Schema.String,
      confidence: Schema.NullOr(Schema.Finite)
    },
    run: Effect.fnUntraced(function* (payload) {
      yield* Effect.flatMap(Effect.service(ExtendDeadline), (extend) => extend(longestWait))
      const { body } = yield* client.reports.create({ payload, headers: { prefer: "respond-async" } })
      const { confidence, id, status, title } = yield* awaited(body.data.id)
      return { id: `report:${id}`, title, status, url: `${yield* Origin}/dashboard/reports/${id}`, confidence }
    })
  })
})
