import { Context, Effect, Schema } from "effect"
import { McpSchema, McpServer } from "effect/ai"
import type { Right } from "../domain/Right.ts"
import { argumentsBy, told } from "./Refusal.ts"

/**
 * The most characters of a tool's result, which has everything twice: as data, and as the text that clients of older
 * revisions of the protocol read.
 */
const mostCharacters = 25_000

/** The service's own origin, as the agent that asks knows it: what links to pages are made of. */
export class Origin extends Context.Reference<string>("sonde/mcp/Origin", { defaultValue: () => "" }) {}

/** What a tool is to the server: who may see it, and how it is made known. */
export interface Registration {
  readonly name: string
  /** Callers with any of these rights see it. */
  readonly rights: ReadonlyArray<Right>
  readonly register: Effect.Effect<void, never, McpServer.McpServer>
}

interface Definition<P extends Schema.Struct.Fields, S extends Schema.Struct.Fields> {
  readonly name: string
  readonly description: string
  readonly rights: ReadonlyArray<Right>
  /** It makes something, and is not the same twice. */
  readonly makes?: boolean
  readonly parameters: P
  readonly result: S
  /** Asks the API; its failures are told to the caller. */
  readonly run: (parameters: Schema.Struct<P>["Type"]) => Effect.Effect<Schema.Struct<S>["Encoded"], unknown>
}

type Json = Record<string, unknown>

/** A schema as short as it can be said, for the list of tools is read with every conversation. */
const compact = (node: unknown): unknown => {
  if (Array.isArray(node)) return node.map(compact)
  if (typeof node !== "object" || node === null) return node
  const { additionalProperties: _, allOf = [], anyOf, examples: __, ...own } = node as Json
  if (own.maximum === Number.MAX_SAFE_INTEGER) return { type: own.type }
  const short = Object.fromEntries(
    Object.entries(Object.assign({}, own, ...(allOf as ReadonlyArray<Json>))).map(([name, value]) => [
      name,
      compact(value)
    ])
  )
  if (!Array.isArray(anyOf)) return short
  const either = anyOf.map(compact) as ReadonlyArray<Json>
  return either.every((one) => Object.keys(one).join() === "type")
    ? { ...short, type: either.map(({ type }) => type) }
    : { ...short, anyOf: either }
}

const jsonSchema = (schema: Schema.Constraint): Json =>
  compact(Schema.toJsonSchemaDocument(schema, { referencePolicy: () => undefined }).schema) as Json

/** What a result means is said by its names. */
const withoutDescriptions = (schema: Json): Json =>
  JSON.parse(JSON.stringify(schema), (name, value: unknown) =>
    name === "description" && typeof value === "string" ? undefined : value
  ) as Json

const error = (text: string) =>
  new McpSchema.CallToolResult({ isError: true, content: [McpSchema.TextContent.make({ text: text.slice(0, 2_000) })] })

/** Defines a tool. Its arguments are checked by their schema, and what is wrong with them is said member by member. */
export const tool = <P extends Schema.Struct.Fields, S extends Schema.Struct.Fields>(
  definition: Definition<P, S>
): Registration => {
  const { description, makes = false, name, rights, run } = definition
  const read = argumentsBy(definition.parameters)
  const handle = (given: unknown) =>
    read(given).pipe(
      Effect.flatMap(run),
      Effect.map((result) => {
        const text = JSON.stringify(result)
        return text.length + JSON.stringify(text).length > mostCharacters
          ? error("The result is too long: ask for less, with limit or concise.")
          : new McpSchema.CallToolResult({
              structuredContent: result,
              content: [McpSchema.TextContent.make({ text })]
            })
      }),
      Effect.catch((failure) => Effect.map(told(failure), error))
    )
  return {
    name,
    rights,
    register: Effect.gen(function* () {
      const server = yield* McpServer.McpServer
      yield* server.addTool({
        tool: new McpSchema.Tool({
          name,
          description,
          inputSchema: jsonSchema(Schema.Struct(definition.parameters)) as unknown as McpSchema.ToolJson,
          outputSchema: withoutDescriptions(jsonSchema(Schema.Struct(definition.result))),
          annotations: { readOnlyHint: !makes, destructiveHint: false, idempotentHint: !makes, openWorldHint: makes }
        }),
        annotations: Context.empty(),
        services: yield* Effect.context<never>(),
        handle
      })
    })
  }
}
