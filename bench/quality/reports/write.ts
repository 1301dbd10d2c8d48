import { NodeRuntime } from "@effect/platform-node"
import { Effect, References } from "effect"
import { writeFileSync } from "node:fs"
import { document } from "./Document.ts"
import { onDemo } from "./Written.ts"

/* npm run docs:quality */

Effect.all([onDemo("extractive"), onDemo("openai")]).pipe(
  Effect.map((reports) => reports.flat()),
  Effect.map((reports) =>
    writeFileSync(new URL("../../../docs/report-quality.md", import.meta.url), document(reports))
  ),
  Effect.provideService(References.MinimumLogLevel, "Warn"),
  NodeRuntime.runMain
)
