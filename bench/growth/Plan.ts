import { Effect, Schema } from "effect"
import { SqlClient } from "effect/sql"
import { statementsOf } from "../../harness/Statements.ts"

interface Node {
  readonly "Node Type": string
  readonly "Relation Name"?: string
  readonly "Index Name"?: string
  readonly "Actual Rows": number
  readonly "Actual Loops": number
  readonly "Rows Removed by Filter"?: number
  readonly "Rows Removed by Index Recheck"?: number
  readonly "Shared Hit Blocks": number
  readonly "Shared Read Blocks": number
  readonly Plans?: ReadonlyArray<Node>
}

const Explained = Schema.fromJsonString(Schema.Tuple([Schema.Struct({ Plan: Schema.Any })]))

/** What a question costs the database. */
export interface Plan {
  /** Pages of 8 kB that its statements looked at, in memory or on the disk. */
  readonly pages: number
  /** Rows and index entries that they looked at, whether the answer has them or not. */
  readonly rows: number
  /** The plans' nodes, a statement each, from the answer down to what is read: those that say how it is done. */
  readonly nodes: ReadonlyArray<string>
}

const below = (node: Node): ReadonlyArray<Node> => [node, ...(node.Plans ?? []).flatMap(below)]

const readRows = (node: Node): number =>
  node["Node Type"].includes("Scan")
    ? node["Actual Loops"] *
      (node["Actual Rows"] + (node["Rows Removed by Filter"] ?? 0) + (node["Rows Removed by Index Recheck"] ?? 0))
    : 0

const shortName = (node: Node): string =>
  [node["Node Type"], node["Index Name"] ?? node["Relation Name"] ?? ""].join(" ").trim()

/** Nodes that only put together what others read. */
const plain = new Set([
  "Result",
  "Subquery Scan",
  "Append",
  "Unique",
  "Materialize",
  "Function Scan",
  "CTE Scan",
  "WorkTable Scan"
])

/** EXPLAIN (ANALYZE, BUFFERS) of every statement that the question runs. */
export const planOf = Effect.fnUntraced(function* <E, R>(question: Effect.Effect<unknown, E, R>) {
  const sql = yield* SqlClient.SqlClient
  const plan = { pages: 0, rows: 0, nodes: [] as Array<string> }
  for (const [text, parameters] of yield* statementsOf(question)) {
    const [row] = yield* sql.unsafe<{ readonly plan: string }>(
      `explain (analyze, buffers, format json) ${text}`,
      parameters
    )
    const [{ Plan: top }] = yield* Schema.decodeUnknownEffect(Explained)(JSON.stringify(Object.values(row!)[0]))
    const nodes = below(top as Node)
    plan.pages += top["Shared Hit Blocks"] + top["Shared Read Blocks"]
    plan.rows += nodes.reduce((sum, node) => sum + readRows(node), 0)
    const names = nodes.filter((node) => !plain.has(node["Node Type"])).map(shortName)
    plan.nodes.push([...new Set(names)].join(" < "))
  }
  return plan satisfies Plan
})
