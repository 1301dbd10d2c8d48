import { NodeRuntime } from "@effect/platform-node"
import { Effect, References } from "effect"
import { writeFileSync } from "node:fs"
import { fluent } from "../fluent.ts"
import { judge } from "../judge.ts"
import { captures } from "../../../harness/captures/Captures.ts"
import { knownOnCaptures, knownOnDemo } from "./confidence/Confidence.ts"
import { document } from "./Document.ts"
import { replayed } from "./Recorded.ts"
import { onDemo } from "./Written.ts"

/* npm run docs:quality */

Effect.gen(function* () {
  const reports = yield* Effect.all([onDemo("extractive"), onDemo("openai")])
  const files = captures()
  const confidences = { demo: yield* knownOnDemo, captures: files === null ? null : yield* knownOnCaptures(files) }
  writeFileSync(
    new URL("../../../docs/report-quality.md", import.meta.url),
    document(reports.flat(), yield* replayed, confidences, {
      ...(yield* judge.run({ short: true })).figures,
      ...(yield* fluent.run({ short: true })).figures
    })
  )
}).pipe(Effect.scoped, Effect.provideService(References.MinimumLogLevel, "Warn"), NodeRuntime.runMain)
