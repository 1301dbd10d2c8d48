import { Effect, Schema } from "effect"
import { Rpc, RpcGroup, RpcMiddleware } from "effect/rpc"
import { AccountName } from "../domain/Account.ts"
import { ApiKey, ApiKeyId, KeyName } from "../domain/ApiKey.ts"
import { Money, type NewCompany } from "../domain/Company.ts"
import { CompetitorName, CompetitorNames } from "../domain/Competitor.ts"
import { Conflict, Invalid, NotFound } from "../domain/Failure.ts"
import { Report, ReportId, ReportItem } from "../domain/Report.ts"
import { Attempt, Delivery, Endpoint, EndpointName, OverlapHours, Target } from "../domain/Endpoint.ts"
import { EndpointId } from "../domain/EndpointId.ts"
import { JudgeTrial, JudgeUnavailable } from "../domain/JudgeTrial.ts"
import { Scope } from "../domain/Scope.ts"
import { type RunResult, SourceHealth, SourceName, SourceState, SourceTags } from "../domain/Source.ts"
import { ImportedList, NewSource } from "../domain/SourceList.ts"
import { Domain } from "../text/Domain.ts"
import { HttpUrl } from "../text/Text.ts"
import { CalendarDate, Expiry, Timestamp } from "../domain/Timestamp.ts"
import { KeywordText, NewPosition } from "../domain/TrackedKeyword.ts"
import { Watch, WatchConditions, WatchId, WatchName, WatchStatus, WatchSubject } from "../domain/Watch.ts"
import { EventId, EventPreview, WatchEvent } from "../domain/WatchEvent.ts"
import { BackupRefused, Restored } from "../storage/Backup.ts"
import { IdState, WideningEvent, WideningStopped } from "../storage/WideIds.ts"
import { ReportCheck } from "../domain/ReportCheck.ts"
import { ReportDiff } from "../domain/ReportDiff.ts"

/*
 * What an operator can do, in this process or in a running service. An operator is whoever may open the data directory
 * or the database: there is no other credential, and any account can be named.
 */

/** A key at the only moment when its value is known. */
export const IssuedKey = Schema.Struct({ ...ApiKey.fields, key: Schema.String })
export type IssuedKey = typeof IssuedKey.Type

/** An endpoint at one of the few moments when its secret is known; null for kinds that sign nothing. */
export const IssuedEndpoint = Schema.Struct({ ...Endpoint.fields, secret: Schema.NullOr(Schema.String) })
export type IssuedEndpoint = typeof IssuedEndpoint.Type

/** At least one, none twice. */
export const Scopes = Schema.Array(Scope).check(Schema.isMinLength(1), Schema.isUnique())

/** A source as the operator's list has it. */
export const ListedSource = Schema.Struct({
  name: SourceName,
  kind: SourceHealth.fields.kind,
  title: Schema.String,
  url: Schema.String,
  interval_seconds: Schema.Int,
  cron: Schema.NullOr(Schema.String).annotate({
    description: "the times (UTC) at which it is read, in place of the interval"
  }),
  next_check_at: SourceHealth.fields.next_check_at.annotate({
    description: "when it is next due; null when it never was, or cannot run"
  }),
  missing: Schema.NullOr(Schema.String).annotate({ description: "what has to be set before the source can run" }),
  paused: Schema.Boolean,
  tags: Schema.Array(Schema.String)
})
export type ListedSource = typeof ListedSource.Type

/** How a source is, beside what it is. */
export const SourceReport = Schema.Struct({
  ...SourceHealth.fields,
  title: Schema.String,
  url: Schema.NullOr(Schema.String),
  missing: Schema.NullOr(Schema.String),
  listed: Schema.Boolean.annotate({ description: "false: remembered, but not in the list" }),
  service: Schema.NullOr(Schema.String).annotate({ description: "the member of the list's file that it is of" }),
  paused: Schema.Boolean,
  tags: Schema.Array(Schema.String),
  interval_seconds: Schema.NullOr(Schema.Int),
  cron: Schema.NullOr(Schema.String)
})
export type SourceReport = typeof SourceReport.Type

const Counts = Schema.Struct({
  fetched: Schema.Int,
  new: Schema.Int,
  changed: Schema.Int,
  skipped: Schema.Record(Schema.String, Schema.Int)
}) satisfies Schema.Codec<RunResult>

/**
 * What a run tells while it goes on. `result` is null when nothing has changed, or when the run failed, `idle` says why
 * there was nothing to ask for, and `next_check_at` is null when the next check stays when it was.
 */
export const RunEvent = Schema.Union([
  Schema.Struct({ event: Schema.Literal("started"), name: SourceName, of: Schema.Int }),
  Schema.Struct({ event: Schema.Literal("progressed"), name: SourceName, done: Schema.Int, of: Schema.Int }),
  Schema.Struct({ event: Schema.Literal("skipped"), name: SourceName, reason: Schema.String }),
  Schema.Struct({
    event: Schema.Literal("finished"),
    name: SourceName,
    state: SourceState,
    result: Schema.NullOr(Counts),
    error: Schema.NullOr(Schema.String),
    idle: Schema.NullOr(Schema.String),
    next_check_at: Schema.NullOr(Timestamp)
  })
])
export type RunEvent = typeof RunEvent.Type

/** What `sonde doctor` finds. `advice` says what to do, where there is something to be done. */
export const Finding = Schema.Struct({
  area: Schema.Literals(["settings", "database", "disk", "clock", "search", "sources"]),
  name: Schema.String,
  state: Schema.Literals(["ok", "warning", "failed"]),
  message: Schema.String,
  advice: Schema.NullOr(Schema.String)
})
export type Finding = typeof Finding.Type

/** What an examination tells while it goes on. */
export const CheckEvent = Schema.Union([
  Schema.Struct({ event: Schema.Literal("checking"), name: Schema.String, of: Schema.Int }),
  Schema.Struct({ event: Schema.Literal("progressed"), name: Schema.String, done: Schema.Int, of: Schema.Int }),
  Schema.Struct({ event: Schema.Literal("found"), finding: Finding })
])
export type CheckEvent = typeof CheckEvent.Type

/** Faults of ours are written to the log of the process that runs the handler. */
export class FaultLog extends RpcMiddleware.Service<FaultLog>()("sonde/operator/FaultLog") {
  static readonly handler = FaultLog.of((effect, { rpc }) =>
    Effect.tapDefect(effect, (defect) => Effect.logError(`The operator's ${rpc._tag} failed`, defect))
  )
}

/** Companies of the operator's own, as his file has them. */
export const ImportedCompany = Schema.Struct({
  key: Schema.String.check(Schema.isPattern(/^(cik:[1-9]\d{0,9}|import:.{1,1000})$/u)),
  name: Schema.String.check(Schema.isBetweenCodePoints(1, 500)),
  tickers: Schema.Array(Schema.String),
  industry: Schema.NullOr(Schema.String),
  revenue: Money,
  market_cap: Money,
  revenue_period_end: Schema.NullOr(CalendarDate),
  source_url: Schema.NullOr(HttpUrl)
}) satisfies Schema.Codec<NewCompany, unknown>

/** A competitor of the operator's file; what is absent stays as it is. */
export const ImportedCompetitor = Schema.Struct({
  name: CompetitorName,
  domain: Domain,
  aliases: Schema.optionalKey(CompetitorNames),
  exclude: Schema.optionalKey(CompetitorNames),
  status: Schema.optionalKey(Schema.Literals(["active", "paused"]))
})

/** A keyword of the operator's file, with its days. */
export const ImportedKeyword = Schema.Struct({
  keyword: KeywordText,
  target_url: HttpUrl,
  positions: Schema.Array(NewPosition)
})

/** A one-time link to the dashboard, at the only moment when it is known. */
export const LoginLink = Schema.Struct({ url: Schema.String, expires_at: Timestamp })
export type LoginLink = typeof LoginLink.Type

/** Where the events of a watch are read as a feed. */
const FeedAddresses = Schema.Struct({ rss: Schema.String, atom: Schema.String, json: Schema.String })

const account = AccountName
const ownKey = { account, id: ApiKeyId }
const ownReport = { account, id: ReportId }
const ownWatch = { account, id: WatchId }
const ownEndpoint = { account, id: EndpointId }

/** The whole of it. An account that does not exist yet has no keys; creating one creates the account. */
export const OperatorRpcs = RpcGroup.make(
  Rpc.make("listKeys", { payload: { account }, success: Schema.Array(ApiKey) }),
  Rpc.make("createKey", {
    payload: { account, name: KeyName, scopes: Scopes, expires_at: Schema.NullOr(Expiry) },
    success: IssuedKey,
    error: Schema.Union([Invalid, Conflict])
  }),
  Rpc.make("rotateKey", { payload: ownKey, success: IssuedKey, error: Schema.Union([NotFound, Conflict]) }),
  Rpc.make("deactivateKey", { payload: ownKey, success: ApiKey, error: Schema.Union([NotFound, Conflict]) }),
  Rpc.make("deleteKey", { payload: ownKey, error: NotFound }),
  Rpc.make("createLoginLink", { payload: { account }, success: LoginLink, error: NotFound }),
  /** Stores all of them, or none. */
  Rpc.make("importCompanies", {
    payload: { companies: Schema.Array(ImportedCompany) },
    success: Schema.Struct({ new: Schema.Int, changed: Schema.Int })
  }),
  /** The newest 100. */
  Rpc.make("listReports", {
    payload: { account },
    success: Schema.Struct({ reports: Schema.Array(ReportItem), total: Schema.Int })
  }),
  Rpc.make("showReport", { payload: ownReport, success: Report, error: NotFound }),
  /** Against the previous report on the niche, unless another one is named. */
  Rpc.make("diffReport", {
    payload: { ...ownReport, against: Schema.NullOr(ReportId) },
    success: ReportDiff,
    error: Schema.Union([NotFound, Conflict])
  }),
  Rpc.make("testJudge", { success: JudgeTrial, error: JudgeUnavailable }),
  /** Refused for a report that is not completed. */
  Rpc.make("checkReport", { payload: ownReport, success: ReportCheck, error: Schema.Union([NotFound, Invalid]) }),
  /** Tracks what is missing and sets the days named: all of it or nothing. */
  Rpc.make("importKeywords", {
    payload: { account, keywords: Schema.Array(ImportedKeyword) },
    success: Schema.Struct({ keywords: Schema.Int, new: Schema.Int, changed: Schema.Int }),
    error: NotFound
  }),
  /** Watches what is missing and changes what is known by its domain: all of it or nothing. */
  Rpc.make("importCompetitors", {
    payload: { account, competitors: Schema.Array(ImportedCompetitor) },
    success: Schema.Struct({ new: Schema.Int, changed: Schema.Int }),
    error: Schema.Union([Conflict, NotFound])
  }),
  Rpc.make("listWatches", { payload: { account }, success: Schema.Array(Watch) }),
  Rpc.make("createWatch", {
    payload: {
      account,
      name: WatchName,
      subject: WatchSubject,
      conditions: WatchConditions,
      endpoints: Schema.Array(EndpointId)
    },
    success: Watch,
    error: Schema.Union([Conflict, Invalid, NotFound])
  }),
  Rpc.make("previewWatch", {
    payload: { account, subject: WatchSubject, conditions: WatchConditions },
    success: EventPreview,
    error: Schema.Union([Invalid, NotFound])
  }),
  /** What is given is changed. */
  Rpc.make("updateWatch", {
    payload: {
      ...ownWatch,
      name: Schema.optionalKey(WatchName),
      subject: Schema.optionalKey(WatchSubject),
      conditions: Schema.optionalKey(WatchConditions),
      endpoints: Schema.optionalKey(Schema.Array(EndpointId)),
      status: Schema.optionalKey(WatchStatus)
    },
    success: Watch,
    error: Schema.Union([Invalid, NotFound])
  }),
  /** Another feed than before, at the only moment when its addresses are known. */
  Rpc.make("createFeed", { payload: ownWatch, success: FeedAddresses, error: NotFound }),
  Rpc.make("revokeFeed", { payload: ownWatch, error: NotFound }),
  Rpc.make("deleteWatch", { payload: ownWatch, error: NotFound }),
  /** The newest 100, the oldest first; or the first 100 after an id. */
  Rpc.make("listEvents", {
    payload: { account, after: Schema.NullOr(Schema.Int), watch: Schema.NullOr(WatchId) },
    success: Schema.Array(WatchEvent),
    error: NotFound
  }),
  Rpc.make("listEndpoints", { payload: { account }, success: Schema.Array(Endpoint) }),
  /** The address of one of mail is asked whether it wants it. */
  Rpc.make("createEndpoint", {
    payload: { account, name: EndpointName, target: Target },
    success: IssuedEndpoint,
    error: Schema.Union([Conflict, Invalid, NotFound])
  }),
  /** Once and at once; of mail that is not confirmed, the question. */
  Rpc.make("testEndpoint", { payload: { ...ownEndpoint, title: EndpointName }, success: Attempt, error: NotFound }),
  Rpc.make("rotateEndpoint", {
    payload: { ...ownEndpoint, overlap_hours: OverlapHours },
    success: IssuedEndpoint,
    error: Schema.Union([NotFound, Conflict])
  }),
  /** What is given is changed. Another address of mail is asked whether it wants it. */
  Rpc.make("updateEndpoint", {
    payload: {
      ...ownEndpoint,
      name: Schema.optionalKey(EndpointName),
      target: Schema.optionalKey(Target),
      status: Schema.optionalKey(Schema.Literals(["active", "paused"]))
    },
    success: Endpoint,
    error: Schema.Union([Invalid, NotFound])
  }),
  Rpc.make("deleteEndpoint", { payload: ownEndpoint, error: NotFound }),
  /** The newest 100. */
  Rpc.make("listDeliveries", { payload: ownEndpoint, success: Schema.Array(Delivery), error: NotFound }),
  /** All of them or none. */
  Rpc.make("redeliverEvents", {
    payload: { ...ownEndpoint, events: Schema.Array(EventId) },
    success: Schema.Array(Delivery),
    error: NotFound
  }),
  Rpc.make("listSources", { success: Schema.Array(ListedSource) }),
  Rpc.make("addSource", {
    payload: NewSource,
    success: Schema.Array(SourceReport),
    error: Schema.Union([Conflict, Invalid])
  }),
  Rpc.make("changeSource", {
    payload: {
      name: SourceName,
      paused: Schema.optionalKey(Schema.Boolean),
      every: Schema.optionalKey(Schema.NullOr(Schema.String)),
      tags: Schema.optionalKey(SourceTags)
    },
    success: SourceReport,
    error: Schema.Union([NotFound, Invalid])
  }),
  Rpc.make("removeSource", { payload: { name: SourceName }, error: Schema.Union([NotFound, Conflict]) }),
  /** A document, or with null the file that SOURCES_FILE of the service names. */
  Rpc.make("importSources", {
    payload: { document: Schema.NullOr(Schema.Uint8ArrayFromBase64), replace: Schema.Boolean },
    success: ImportedList,
    error: Invalid
  }),
  Rpc.make("exportSources", { payload: { format: Schema.Literals(["json", "opml"]) }, success: Schema.String }),
  Rpc.make("sourceStatus", { success: Schema.Array(SourceReport) }),
  /** Checks settings, database, disk and clock, and tries every source that is configured. */
  Rpc.make("diagnose", { success: CheckEvent, stream: true }),
  /** Everything, in parts of a file. */
  Rpc.make("backup", { success: Schema.String, stream: true }),
  /** A file, by its full path, into an empty database. */
  Rpc.make("restore", { payload: { path: Schema.String }, success: Restored, error: BackupRefused }),
  /** Begins to fill another index of the search cluster; false without a cluster. */
  Rpc.make("reindex", { success: Schema.Boolean }),
  Rpc.make("idState", { success: IdState }),
  /** Makes ids of signals 64 bits wide, or goes on with it. */
  Rpc.make("widenIds", { success: WideningEvent, error: WideningStopped, stream: true }),
  /** One source by its name, or `all`, whether due or not. */
  Rpc.make("runSources", { payload: { name: Schema.String }, success: RunEvent, error: NotFound, stream: true })
).middleware(FaultLog)
