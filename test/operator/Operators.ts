import { ConfigProvider, Effect, Layer, Stream } from "effect"
import { mkdirSync, mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { KeyRing } from "../../src/access/KeyRing.ts"
import { PublicUrl } from "../../src/access/PublicUrl.ts"
import { SignIn } from "../../src/access/SignIn.ts"
import { Settings } from "../../src/config/Settings.ts"
import * as EndpointDesk from "../../src/delivery/EndpointDesk.ts"
import { Sender } from "../../src/delivery/Sender.ts"
import { AccountName } from "../../src/domain/Account.ts"
import { KeyName } from "../../src/domain/ApiKey.ts"
import { Doctor } from "../../src/operator/Doctor.ts"
import { IngestControl } from "../../src/ports/IngestControl.ts"
import { JudgeTrials } from "../../src/reports/judge/JudgeTrials.ts"
import type { CheckEvent } from "../../src/operator/Protocol.ts"
import * as Storage from "../../src/storage/Storage.ts"
import { bad, twoSources } from "../../harness/TwoSources.ts"

/** An examination that finds the bad source. */
const examine = Stream.fromIterable<CheckEvent>([
  { event: "found", finding: { area: "database", name: "embedded", state: "ok", message: "answers", advice: null } },
  { event: "checking", name: bad, of: 1 },
  {
    event: "found",
    finding: { area: "sources", name: bad, state: "failed", message: "the server answered 404", advice: "Look for it" }
  }
])

/** What the handlers need, kept in memory. */
export const services = Layer.mergeAll(
  KeyRing.layer,
  SignIn.layer.pipe(
    Layer.provide(Settings.layer),
    Layer.provide(ConfigProvider.layer(ConfigProvider.fromEnv({ env: {} }))),
    Layer.orDie
  ),
  JudgeTrials.layerNone,
  Layer.succeed(PublicUrl, "http://sonde.test"),
  Layer.succeed(IngestControl, { open: Effect.succeed(twoSources) }),
  Layer.succeed(Doctor, { examine }),
  Layer.provide(EndpointDesk.layer, Sender.layer(["127.0.0.1"]))
).pipe(Layer.provideMerge(Storage.layerMemory))

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
