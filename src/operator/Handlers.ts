import { Cron, Duration, Effect, Layer, Stream } from "effect"
import { AuditContext } from "../access/AuditContext.ts"
import { unbounded } from "../access/KeyBounds.ts"
import { KeyRing } from "../access/KeyRing.ts"
import { feedUrls, loginUrl, PublicUrl } from "../access/PublicUrl.ts"
import { hashSecret, newSecret } from "../access/Secret.ts"
import { SignIn } from "../access/SignIn.ts"
import { type AccountId, type AccountName, localAccount, nameFault } from "../domain/Account.ts"
import type { EndpointId } from "../domain/EndpointId.ts"
import { Invalid, NotFound } from "../domain/Failure.ts"
import { validationError } from "../domain/ValidationError.ts"
import { missing } from "../domain/Missing.ts"
import type { ReportId } from "../domain/Report.ts"
import type { IngestEvent } from "../domain/Source.ts"
import { parseExpiry, toTimestamp } from "../domain/Timestamp.ts"
import { recheck } from "../reports/check/Recheck.ts"
import { diffOf } from "../reports/diff/Comparisons.ts"
import { JudgeTrials } from "../reports/judge/JudgeTrials.ts"
import { Accounts } from "../storage/accounts/Accounts.ts"
import { SearchIndex } from "../storage/search/SearchIndex.ts"
import { Backup } from "../storage/Backup.ts"
import { Companies } from "../storage/companies/Companies.ts"
import { Competitors } from "../storage/companies/Competitors.ts"
import { Deliveries } from "../storage/watches/Deliveries.ts"
import { Endpoints } from "../storage/watches/Endpoints.ts"
import { accountNotFound } from "../storage/Refusals.ts"
import { Reports } from "../storage/reports/Reports.ts"
import { TrackedKeywords } from "../storage/keywords/TrackedKeywords.ts"
import { Transaction } from "../storage/database/Transaction.ts"
import { WatchEvents } from "../storage/watches/WatchEvents.ts"
import { WideIds } from "../storage/WideIds.ts"
import { Watches } from "../storage/watches/Watches.ts"
import { check } from "../watches/SubjectCheck.ts"
import { preview } from "../watches/Preview.ts"
import { Doctor } from "./Doctor.ts"
import { EndpointDesk } from "../ports/EndpointDesk.ts"
import { IngestControl, type ListActions, type ListOrigin } from "../ports/IngestControl.ts"
import { FaultLog, OperatorRpcs, type RunEvent } from "./Protocol.ts"

const toRunEvent = (event: IngestEvent): RunEvent => {
  switch (event._tag) {
    case "Started":
      return { event: "started", name: event.name, of: event.of }
    case "Progressed":
      return { event: "progressed", name: event.name, done: event.done, of: event.of }
    case "Skipped":
      return { event: "skipped", name: event.name, reason: event.reason }
    case "Finished": {
      const { name, state, result, error, idle, next_check_at: at } = event
      return {
        event: "finished",
        name,
        state,
        result,
        error,
        idle,
        next_check_at: at === null ? null : toTimestamp(at)
      }
    }
  }
}

/** What an operator can do, over the services of this process. */
export const layer = OperatorRpcs.toLayer(
  Effect.gen(function* () {
    const accounts = yield* Accounts
    const keys = yield* KeyRing
    const companies = yield* Companies
    const competitors = yield* Competitors
    const reports = yield* Reports
    const judgeTrials = yield* JudgeTrials
    const keywords = yield* TrackedKeywords
    const transaction = yield* Transaction
    const ingest = yield* IngestControl
    const doctor = yield* Doctor
    const backup = yield* Backup
    const index = yield* SearchIndex
    const wideIds = yield* WideIds
    const signIn = yield* SignIn
    const publicUrl = yield* PublicUrl
    const watches = yield* Watches
    const events = yield* WatchEvents
    const endpoints = yield* Endpoints
    const desk = yield* EndpointDesk
    const deliveries = yield* Deliveries
    const watching = yield* Effect.context<
      Effect.Services<ReturnType<typeof check>> | Effect.Services<ReturnType<typeof preview>>
    >()

    // Looking for an account must not create it: the first start depends on whether there is a local account.
    const owner = (name: AccountName) =>
      Effect.flatMap(accounts.find(name), (account) =>
        account === null ? Effect.fail(missing("key_not_found")) : Effect.succeed(account.id)
      )

    const report = Effect.fnUntraced(function* ({
      account,
      id
    }: {
      readonly account: AccountName
      readonly id: ReportId
    }) {
      const known = yield* accounts.find(account)
      return known === null ? yield* missing("report_not_found") : yield* reports.get(known.id, id)
    })

    const own = Effect.fnUntraced(function* (name: AccountName) {
      const known = yield* accounts.find(name)
      return known === null ? yield* accountNotFound(name) : known.id
    })

    const areKnown = Effect.fnUntraced(function* (owner: AccountId, named: ReadonlyArray<EndpointId> = []) {
      const known = new Set((yield* endpoints.list(owner)).map(({ id }) => id))
      const unknown = named.find((id) => !known.has(id))
      if (unknown !== undefined)
        return yield* validationError([
          { location: ["body", "endpoints"], message: `must be ids of the account's endpoints; ${unknown} is none` }
        ])
    })

    /** The list of sources belongs to the service: what an operator does to it is in the local account's trail. */
    const onList = <A, E>(act: (list: ListActions, origin: ListOrigin) => Effect.Effect<A, E>) =>
      Effect.gen(function* () {
        const { list } = yield* ingest.open
        const account = (yield* accounts.find(localAccount))?.id ?? null
        return yield* act(list, { account, ...(yield* AuditContext) })
      })

    /** An account that does not exist yet has nothing to list. */
    const listed = <A, E>(name: AccountName, list: (account: AccountId) => Effect.Effect<ReadonlyArray<A>, E>) =>
      Effect.flatMap(accounts.find(name), (known) => (known === null ? Effect.succeed([]) : list(known.id)))

    return OperatorRpcs.of({
      listKeys: ({ account }) =>
        owner(account).pipe(
          Effect.flatMap(keys.list),
          Effect.catchTag("NotFound", () => Effect.succeed([]))
        ),
      // In one transaction, so that a key that is refused leaves no account behind. For an operator no key is beyond
      // bounds.
      createKey: Effect.fnUntraced(
        function* ({ account, name, scopes, expires_at }) {
          const fault = nameFault(account)
          if (fault !== null) return yield* validationError([{ location: ["body", "account"], message: fault }])
          const { id } = yield* accounts.ensure(account)
          const expiry = expires_at === null ? null : parseExpiry(expires_at)
          return yield* keys.create(id, { name, scopes, expires_at: expiry }, unbounded)
        },
        (effect) => transaction.run(effect),
        Effect.catchTag("Forbidden", Effect.die)
      ),
      rotateKey: ({ account, id }) =>
        Effect.flatMap(owner(account), (owner) => keys.rotate(owner, id, unbounded)).pipe(
          Effect.catchTag("Forbidden", Effect.die)
        ),
      deactivateKey: ({ account, id }) => Effect.flatMap(owner(account), (owner) => keys.deactivate(owner, id)),
      deleteKey: ({ account, id }) => Effect.flatMap(owner(account), (owner) => keys.remove(owner, id)),
      createLoginLink: Effect.fnUntraced(function* ({ account }) {
        const known = yield* accounts.find(account)
        if (known === null) return yield* accountNotFound(account)
        const { code, expires_at } = yield* signIn.issueLink(known.id)
        return { url: loginUrl(publicUrl, code), expires_at }
      }),
      importCompanies: ({ companies: imported }) => companies.upsert(imported),
      listReports: Effect.fnUntraced(function* ({ account }) {
        const known = yield* accounts.find(account)
        return known === null ? { reports: [], total: 0 } : yield* reports.list(known.id, { skip: 0, limit: 100 })
      }),
      showReport: report,
      diffReport: Effect.fnUntraced(function* ({ account, against, id }) {
        const known = yield* accounts.find(account)
        if (known === null) return yield* missing("report_not_found")
        return yield* diffOf(reports, known.id, id, against ?? undefined)
      }),
      testJudge: () => judgeTrials.run,
      checkReport: Effect.fnUntraced(function* (asked) {
        const found = yield* report(asked)
        if (found.status === "completed") return recheck(found)
        return yield* new Invalid({
          code: "validation_error",
          message: `Report ${found.id} is ${found.status}: there is nothing to check`
        })
      }),
      importKeywords: Effect.fnUntraced(function* ({ account, keywords: imported }) {
        const known = yield* accounts.find(account)
        return known === null ? yield* accountNotFound(account) : yield* keywords.import(known.id, imported)
      }),
      importCompetitors: Effect.fnUntraced(
        function* ({ account, competitors: imported }) {
          const owner = yield* own(account)
          const known = new Map(
            (yield* competitors.list(owner, {})).map((competitor) => [competitor.domain, competitor])
          )
          const written = { new: 0, changed: 0 }
          for (const { domain, ...given } of imported) {
            const before = known.get(domain)
            const { id } = before ?? (yield* competitors.create(owner, { domain, ...given }))
            if (before === undefined) written.new++
            const differs = Object.entries(given).some(
              ([member, value]) => JSON.stringify(value) !== JSON.stringify(before?.[member as keyof typeof before])
            )
            if (before !== undefined && differs) written.changed++
            if (before === undefined ? given.status === "paused" : differs) yield* competitors.update(owner, id, given)
          }
          return written
        },
        (effect) => transaction.run(effect)
      ),
      listWatches: ({ account }) => listed(account, watches.list),
      createWatch: Effect.fnUntraced(function* ({ account, endpoints: named, ...watch }) {
        const owner = yield* own(account)
        yield* Effect.provideContext(check(owner, watch.subject), watching)
        yield* areKnown(owner, named)
        return yield* watches.create(owner, { ...watch, endpoints: named })
      }),
      previewWatch: Effect.fnUntraced(function* ({ account, conditions, subject }) {
        const owner = yield* own(account)
        yield* Effect.provideContext(check(owner, subject), watching)
        return yield* Effect.provideContext(preview(owner, subject, conditions), watching)
      }),
      updateWatch: Effect.fnUntraced(function* ({ account, id, ...change }) {
        const owner = yield* own(account)
        yield* watches.get(owner, id)
        if (change.subject !== undefined) yield* Effect.provideContext(check(owner, change.subject), watching)
        yield* areKnown(owner, change.endpoints)
        return yield* watches.update(owner, id, change)
      }),
      createFeed: Effect.fnUntraced(function* ({ account, id }) {
        const secret = newSecret()
        yield* watches.setFeed(yield* own(account), id, hashSecret(secret))
        return feedUrls(publicUrl, secret)
      }),
      revokeFeed: ({ account, id }) => Effect.flatMap(own(account), (owner) => watches.setFeed(owner, id, null)),
      deleteWatch: ({ account, id }) => Effect.flatMap(own(account), (owner) => watches.remove(owner, id)),
      listEvents: ({ account, after, watch }) =>
        listed(
          account,
          Effect.fnUntraced(function* (owner) {
            if (watch !== null) yield* watches.get(owner, watch)
            const query = { limit: 100, ...(watch !== null && { watch }) }
            return after === null
              ? (yield* events.newest(owner, query)).toReversed()
              : yield* events.after(owner, after, query)
          })
        ),
      listEndpoints: ({ account }) => listed(account, endpoints.list),
      createEndpoint: Effect.fnUntraced(function* ({ account, name, target }) {
        const owner = yield* own(account)
        const made = yield* desk.create(owner, { name, target })
        return made.confirmed ? made : yield* desk.ask(owner, made)
      }),
      testEndpoint: ({ account, id, title }) =>
        Effect.flatMap(own(account), (owner) => Effect.flatten(desk.test(owner, id, title))),
      rotateEndpoint: ({ account, id, overlap_hours }) =>
        Effect.flatMap(own(account), (owner) => desk.rotate(owner, id, overlap_hours)),
      updateEndpoint: Effect.fnUntraced(function* ({ account, id, ...change }) {
        const owner = yield* own(account)
        const moved = yield* desk.checkMove((yield* endpoints.get(owner, id)).target, change.target)
        const changed = yield* endpoints.update(owner, id, change)
        return moved && !changed.confirmed ? yield* desk.ask(owner, changed) : changed
      }),
      deleteEndpoint: ({ account, id }) => Effect.flatMap(own(account), (owner) => endpoints.remove(owner, id)),
      listDeliveries: ({ account, id }) =>
        Effect.flatMap(own(account), (owner) => deliveries.list(owner, id, { skip: 0, limit: 100 })),
      redeliverEvents: ({ account, events, id }) =>
        Effect.flatMap(own(account), (owner) => deliveries.redeliver(owner, id, events)),
      listSources: () =>
        Effect.gen(function* () {
          const { sources, status } = yield* ingest.open
          const known = new Map((yield* status).map((report) => [report.name, report]))
          return (yield* sources).map(({ cron, every, kind, missing, name, title, url }) => ({
            name,
            kind,
            title,
            url,
            missing,
            interval_seconds: Math.round(Duration.toSeconds(every)),
            cron: cron === undefined ? null : Cron.format(cron),
            next_check_at: known.get(name)?.next_check_at ?? null,
            paused: known.get(name)?.paused ?? false,
            tags: known.get(name)?.tags ?? []
          }))
        }),
      addSource: (source) => onList(({ add }, origin) => add(source, origin)),
      changeSource: ({ name, ...change }) => onList((list, origin) => list.change(name, change, origin)),
      removeSource: ({ name }) => onList(({ remove }, origin) => remove(name, origin)),
      importSources: ({ document, replace }) =>
        onList(({ importList }, origin) => importList(document, replace, origin)),
      exportSources: ({ format }) => onList(({ exportList }) => exportList(format)),
      sourceStatus: () => Effect.flatMap(ingest.open, ({ status }) => status),
      diagnose: () => doctor.examine,
      backup: () => backup.dump,
      restore: ({ path }) => backup.restore(path),
      reindex: () => index.rebuild,
      idState: () => wideIds.state,
      widenIds: () => wideIds.widen,
      runSources: ({ name }) =>
        Stream.unwrap(Effect.map(ingest.open, ({ run }) => run(name))).pipe(
          Stream.map(toRunEvent),
          Stream.mapError(({ message }) => new NotFound({ code: "not_found", message }))
        )
    })
  })
).pipe(Layer.merge(Layer.succeed(FaultLog, FaultLog.handler)))
