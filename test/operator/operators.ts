import { Duration, Effect, Layer, Stream } from "effect"
import { mkdirSync, mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { KeyRing } from "../../src/access/KeyRing.ts"
import { AccountName } from "../../src/domain/Account.ts"
import { KeyName } from "../../src/domain/ApiKey.ts"
import { SourceName } from "../../src/domain/Source.ts"
import type { Timestamp } from "../../src/domain/Timestamp.ts"
import { Doctor } from "../../src/operator/Doctor.ts"
import { type IngestActions, IngestControl, type IngestEvent } from "../../src/operator/IngestControl.ts"
import type { CheckEvent } from "../../src/operator/Protocol.ts"
import { Accounts } from "../../src/storage/Accounts.ts"
import { ApiKeys } from "../../src/storage/ApiKeys.ts"
import { Companies } from "../../src/storage/Companies.ts"
import { Reports } from "../../src/storage/Reports.ts"
import { TrackedKeywords } from "../../src/storage/TrackedKeywords.ts"
import { Transaction } from "../../src/storage/Transaction.ts"

const good = SourceName.make("feed:good.example")
const bad = SourceName.make("feed:bad.example")

const source = (name: SourceName) => ({
  name,
  kind: "signals" as const,
  title: `Title of ${name}`,
  url: `https://${name.slice("feed:".length)}/feed`,
  missing: null
})

const attempt = (name: SourceName) => {
  const next_check_at = new Date("2030-01-01T00:30:00.500Z")
  const result = { fetched: 20, new: 3, changed: 1, skipped: { undated: 2 } }
  return name === good
    ? ({ _tag: "Finished", name, state: "ok", result, error: null, next_check_at, skew_seconds: 1 } as const)
    : ({
        _tag: "Finished",
        name,
        state: "error",
        result: null,
        error: "the server answered 404",
        next_check_at,
        skew_seconds: null
      } as const)
}

/** Ingestion of two sources: one that is read and one that fails. */
const ingest: IngestActions = {
  sources: [good, bad].map((name) => ({ ...source(name), every: Duration.minutes(30) })),
  status: Effect.succeed([
    {
      ...source(bad),
      state: "error",
      last_success_at: null,
      next_check_at: "2030-01-01T00:00:00" as Timestamp,
      failures: 2,
      items: 0,
      last_error: "the server answered 404 \u001b[31m",
      moved_to: null,
      listed: true
    }
  ]),
  run: (name) => {
    const names = [good, bad].filter((source) => name === "all" || name === source)
    if (names.length === 0) {
      return Stream.fail({ _tag: "UnknownSource", message: `there is no source named ${name}` } as const)
    }
    return Stream.fromIterable(
      names.flatMap((name): ReadonlyArray<IngestEvent> => [{ _tag: "Started", name }, attempt(name)])
    )
  }
}

/** An examination that finds the bad source. */
const examine = Stream.fromIterable<CheckEvent>([
  { event: "found", finding: { area: "database", name: "embedded", state: "ok", message: "answers", advice: null } },
  { event: "checking", name: bad },
  {
    event: "found",
    finding: { area: "sources", name: bad, state: "failed", message: "the server answered 404", advice: "Look for it" }
  }
])

/** What the handlers need, kept in memory. */
export const services = Layer.mergeAll(
  Layer.provideMerge(KeyRing.layer, ApiKeys.layerMemory),
  Accounts.layerMemory,
  Companies.layerMemory,
  Reports.layerMemory,
  TrackedKeywords.layerMemory,
  Transaction.layerMemory,
  Layer.succeed(IngestControl, { open: Effect.succeed(ingest) }),
  Layer.succeed(Doctor, { examine })
)

/** The same, with a list of sources that cannot be read. */
export const servicesWithoutSources = Layer.merge(
  services,
  Layer.succeed(IngestControl, { open: Effect.die(new Error("The list of sources cannot be used")) })
)

/** An empty directory, or one below it, removed with the scope. */
export const temporaryDirectory = (below = "") =>
  Effect.acquireRelease(
    Effect.sync(() => mkdtempSync(join(tmpdir(), "sonde-test-"))),
    (directory) => Effect.sync(() => rmSync(directory, { recursive: true, force: true }))
  ).pipe(
    Effect.map((directory) => {
      const path = join(directory, below)
      mkdirSync(path, { recursive: true, mode: 0o700 })
      return path
    })
  )

/** A key as a command asks for it. */
export const newKey = (fields: { readonly account?: string; readonly name?: string } = {}) => ({
  account: AccountName.make(fields.account ?? "local"),
  name: KeyName.make(fields.name ?? "ci"),
  scopes: ["signals"] as const,
  expires_at: null
})
