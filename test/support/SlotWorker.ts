import { NodeRuntime } from "@effect/platform-node"
import { Duration, Effect, Layer, Logger, Option, Redacted } from "effect"
import { Parser } from "../../ingest/parse/Parser.ts"
import { Fetch } from "../../ingest/fetch/Fetch.ts"
import { Ingest } from "../../ingest/Ingest.ts"
import * as Scheduler from "../../ingest/schedule/Scheduler.ts"
import { source } from "../../ingest/signals/feeds.ts"
import { SlotQueue } from "../../src/queue/SlotQueue.ts"
import * as Database from "../../src/storage/database/Database.ts"
import * as Migrations from "../../src/storage/database/Migrations.ts"
import * as Storage from "../../src/storage/Storage.ts"

/** A child process that ingests the feeds of a loopback server on schedule, as the service does, only faster. */
const {
  WORKER_NAME = "",
  WORKER_ORIGIN = "",
  WORKER_DATABASE = "",
  WORKER_SOURCES = "",
  WORKER_EVERY = ""
} = process.env

const sources = Effect.forEach(
  Array.from({ length: Number(WORKER_SOURCES) }, (_, n) => n),
  (n) =>
    source({
      name: `feed:${n}`,
      url: `${WORKER_ORIGIN}/${n}`,
      every: Duration.fromInputUnsafe(WORKER_EVERY as Duration.Input)
    })
)

Scheduler.layer({ spread: "1 second", longestSleep: "1 second" }).pipe(
  Layer.provide(Layer.unwrap(Effect.map(sources, Ingest.layerOfSources))),
  // Answers are held back while processes are killed and stopped; on a busy machine that takes longer than a fetch may.
  Layer.provide([
    Fetch.layer({ contact: WORKER_NAME, allowHosts: ["*"], gap: 0, deadline: "5 minutes" }),
    Parser.layerInline
  ]),
  Layer.provide(
    SlotQueue.layer({
      exclusive: false,
      lockRefreshInterval: "500 millis",
      lockExpiration: "2 seconds",
      pollInterval: "250 millis"
    })
  ),
  Layer.provide(Storage.layer),
  Layer.provide(Migrations.layer()),
  Layer.provide(
    Database.layer({
      databaseUrl: Option.some(Redacted.make(WORKER_DATABASE)),
      dataDir: "",
      maxConnections: 5
    })
  ),
  Layer.provide(Logger.layer([Logger.consoleLogFmt])),
  Layer.launch,
  NodeRuntime.runMain
)
