import { Effect } from "effect"
import { Command } from "effect/cli"
import type { JudgeTrial } from "../../../domain/JudgeTrial.ts"
import { Operator } from "../../Operator.ts"
import { print } from "../../Output.ts"
import { type Column, table } from "../../Table.ts"

type Row = JudgeTrial["kinds"][number]

const share = ({ of, refused }: Pick<Row, "of" | "refused">): string =>
  of === 0 ? "" : `${((100 * refused) / of).toFixed(1)} %`

const columnsOf = (refused: string): ReadonlyArray<Column<Row>> => [
  { title: "KIND", cell: ({ kind }) => kind },
  { title: "PAIRS", cell: ({ of }) => of, numeric: true },
  { title: refused, cell: ({ refused }) => refused, numeric: true },
  { title: "SHARE", cell: share, numeric: true }
]

const part = (trial: JudgeTrial, label: Row["label"], refused: string, total: Pick<Row, "of" | "refused">): string =>
  table([...trial.kinds.filter((row) => row.label === label), { label, kind: "all", ...total }], columnsOf(refused), "")

const text = (trial: JudgeTrial): string =>
  [
    `The judge: ${trial.judge}`,
    part(trial, "fault", "CAUGHT", trial.faults),
    part(trial, "faithful", "FALSE ALARMS", trial.faithful),
    ...(trial.unanswered === 0 ? [] : [`${trial.unanswered} pairs got no usable answer, and are not counted.`])
  ].join("\n\n")

export const judgeTest = Command.make(
  "judge-test",
  {},
  Effect.fnUntraced(function* () {
    const operator = yield* Operator
    const trial = yield* operator.testJudge()
    yield* print(trial, text(trial))
  })
).pipe(
  Command.withDescription(
    "Test the judge (the model that checks reports) on some 550 claims with evidence, half of them wrong in one way. Prints caught faults and false alarms by kind. Reports show these figures from then on. A judge that misses more than a fifth of the faults is not trusted until a new test goes better. The test takes some 200,000 tokens. On the embedded database, a running service makes the test, with its own settings."
  )
)
