import { NodeRuntime } from "@effect/platform-node"
import { Console, Effect, References } from "effect"
import type { Bench } from "./Bench.ts"
import { articles } from "./quality/articles.ts"
import { check } from "./quality/check.ts"
import { clustered } from "./cluster.ts"
import { companies } from "./companies.ts"
import { compression } from "./compression.ts"
import { confidence } from "./quality/confidence.ts"
import { delivery } from "./delivery.ts"
import { writeDown } from "./Document.ts"
import { exporting } from "./exports.ts"
import { feed } from "./feed.ts"
import { fit } from "./quality/fit.ts"
import { fluent } from "./quality/fluent.ts"
import { growth } from "./growth.ts"
import { http } from "./http.ts"
import { ingestion } from "./ingest.ts"
import { ids } from "./ids.ts"
import { judge } from "./quality/judge.ts"
import { kinds } from "./quality/kinds.ts"
import { limits } from "./limits.ts"
import { machine } from "./Machine.ts"
import { replicas } from "./replicas.ts"
import { reports } from "./quality/reports.ts"
import { retrieval } from "./quality/retrieval.ts"
import { rubrics } from "./quality/rubrics.ts"
import { search } from "./quality/search.ts"
import { start } from "./start.ts"
import { stories } from "./quality/stories.ts"
import { streams } from "./streams.ts"
import { timing } from "./timing.ts"
import { watches } from "./watches.ts"
import { workers } from "./workers.ts"

/*
 * npm run bench -- [--short] [--missed] [--write] [name …]: runs the benches, or those that are named, one after the
 * other; with --missed some list what they missed, with --write what they print goes into docs/.
 */

const benches: ReadonlyArray<Bench> = [
  articles,
  check,
  clustered,
  companies,
  compression,
  confidence,
  delivery,
  exporting,
  feed,
  fit,
  fluent,
  growth,
  http,
  ids,
  ingestion,
  judge,
  kinds,
  limits,
  replicas,
  reports,
  retrieval,
  rubrics,
  search,
  start,
  stories,
  streams,
  timing,
  watches,
  workers
]

const args = process.argv.slice(2)
const short = args.includes("--short")
const listing = args.includes("--missed")
const write = args.includes("--write")
const names = args.filter((arg) => !arg.startsWith("--"))
const chosen = benches.filter(({ name }) => names.length === 0 || names.includes(name))
const unknown = names.filter((name) => !benches.some((bench) => bench.name === name))

Effect.gen(function* () {
  if (unknown.length > 0)
    return yield* Effect.fail(
      new Error(`no bench named ${unknown.join(", ")}; there are ${benches.map(({ name }) => name).join(", ")}`)
    )
  yield* Console.log(machine())
  const allMissed: Array<string> = []
  for (const { document, name, run } of chosen) {
    const { details = [], lines, missed = [] } = yield* Effect.scoped(run({ short, missed: listing }))
    allMissed.push(...missed)
    yield* Console.log([``, `== ${name}`, ...lines, ...details].join("\n"))
    if (write && document !== null)
      writeDown(name, [`${new Date().toISOString().slice(0, 10)}, ${machine()}`, "", ...lines], document)
  }
  // A short run is too short to judge by.
  if (!short && allMissed.length > 0)
    return yield* Effect.fail(new Error(`targets that were missed:\n${allMissed.join("\n")}`))
}).pipe(Effect.provideService(References.MinimumLogLevel, "Warn"), NodeRuntime.runMain)
