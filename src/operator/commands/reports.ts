import type { Layer } from "effect"
import { Command } from "effect/cli"
import type { Operator } from "../Operator.ts"
import { check } from "./reports/check.ts"
import { diff } from "./reports/diff.ts"
import { judgeTest } from "./reports/judge-test.ts"
import { list } from "./reports/list.ts"
import { show } from "./reports/show.ts"

export const reports = <E>(operator: Layer.Layer<Operator, E>) =>
  Command.make("reports").pipe(
    Command.withDescription(
      "Read and compare reports, check them again against their stored evidence, and test the judge"
    ),
    Command.withSubcommands([
      Command.provide(list, operator),
      Command.provide(show, operator),
      Command.provide(check, operator),
      Command.provide(diff, operator),
      Command.provide(judgeTest, operator)
    ])
  )
