/*
 * What both clients are made from: the operations of openapi.json, with what a generated method needs to know of each.
 */

export type Json = Record<string, any>

/** One value that the caller gives. */
export interface Argument {
  /** As it stands in programs: headers without their hyphens. */
  readonly name: string
  readonly schema: Json
  readonly required: boolean
  readonly description: string | undefined
}

export interface Operation {
  /** `signals`, `list` */
  readonly group: string
  readonly name: string
  readonly method: string
  readonly path: string
  readonly summary: string
  readonly description: string | undefined
  /** Those of the path first, then what is required. */
  readonly arguments: ReadonlyArray<Argument & { readonly place: "path" | "query" | "header" | "body" }>
  readonly hasBody: boolean
  readonly isIdempotent: boolean
  /** What it answers as JSON; null where there is no body. */
  readonly answer: Json | null
  /** Other media types in which it answers. */
  readonly forms: ReadonlyArray<string>
  /** What its stream sends; null where it is no stream. */
  readonly event: Json | null
  readonly paging: Paging | null
}

/** How a list goes on, and where its items are. */
export interface Paging {
  readonly by: "cursor" | "skip" | "after"
  readonly member: string | null
  readonly item: Json
}

export interface Model {
  readonly schemas: Readonly<Record<string, Json>>
  readonly operations: ReadonlyArray<Operation>
  /** By their groups, in the order of the document. */
  readonly groups: ReadonlyMap<string, ReadonlyArray<Operation>>
}

export const nameOf = (ref: string): string => ref.split("/").at(-1)!

export const modelOf = (document: Json): Model => {
  const schemas: Record<string, Json> = document["components"].schemas
  const resolved = (schema: Json): Json => ("$ref" in schema ? schemas[nameOf(schema["$ref"])]! : schema)

  const pagingOf = (names: ReadonlyArray<string>, answer: Json | null): Paging | null => {
    const by = (["cursor", "skip", "after"] as const).find((name) => names.includes(name))
    if (by === undefined || answer === null) return null
    const data = resolved(answer["properties"].data)
    if (data["type"] === "array") return { by, member: null, item: data["items"] }
    const lists = Object.entries<Json>(data["properties"]).filter(([, { type }]) => type === "array")
    if (lists.length !== 1) throw new Error("An answer in pages has one list.")
    return { by, member: lists[0]![0], item: lists[0]![1]["items"] }
  }

  const operationOf = (path: string, method: string, operation: Json): Operation => {
    const [group, name] = operation["operationId"].split(".")
    const parameters: ReadonlyArray<Json> = operation["parameters"]
    const body = operation["requestBody"]?.content["application/json"]?.schema
    const members = body === undefined ? {} : resolved(body)["properties"]
    const given = [
      ...parameters
        .filter((parameter) => parameter["name"] !== "idempotency-key")
        .map(({ description, in: place, name, required, schema }) => ({
          name: name.replaceAll("-", "_"),
          place,
          schema,
          required: required === true,
          description
        })),
      ...Object.entries<Json>(members).map(([name, schema]) => ({
        name,
        place: "body" as const,
        schema,
        required: resolved(body)["required"]?.includes(name) === true,
        description: schema["description"]
      }))
    ]
    if (new Set(given.map(({ name }) => name)).size < given.length) {
      throw new Error(`Two arguments of ${operation["operationId"]} have one name.`)
    }
    const rank = ({ place, required }: { readonly place: string; readonly required: boolean }) =>
      place === "path" ? 0 : required ? 1 : 2
    const successes = Object.entries<Json>(operation["responses"])
      .filter(([status]) => status.startsWith("2"))
      .map(([, response]) => response["content"] ?? {})
    const types = new Set(successes.flatMap((content) => Object.keys(content)))
    const answers: ReadonlyArray<Json> = successes.flatMap((content) =>
      "application/json" in content ? [content["application/json"].schema] : []
    )
    const answer = answers.length === 0 ? null : answers.length === 1 ? answers[0]! : { anyOf: answers }
    const stream = successes[0]?.["text/event-stream"]?.schema.properties.data
    return {
      group,
      name,
      method: method.toUpperCase(),
      path,
      summary: operation["summary"],
      description: operation["description"],
      arguments: given.sort((one, other) => rank(one) - rank(other)),
      hasBody: body !== undefined,
      isIdempotent: parameters.some((parameter) => parameter["name"] === "idempotency-key"),
      answer,
      forms: [...types].filter((type) => type !== "application/json" && type !== "text/event-stream"),
      event: stream === undefined ? null : (resolved(stream)["contentSchema"] as Json),
      paging: pagingOf(
        parameters.map((parameter) => parameter["name"]),
        answer
      )
    }
  }

  const operations = Object.entries<Json>(document["paths"])
    .filter(([path]) => path.startsWith("/api/"))
    .flatMap(([path, item]) =>
      Object.entries<Json>(item).map(([method, operation]) => operationOf(path, method, operation))
    )
  return { schemas, operations, groups: Map.groupBy(operations, ({ group }) => group) }
}

/** `social_trends` as `SocialTrends`. */
export const pascal = (name: string): string =>
  name.replace(/(?:^|[_.])(\w)/g, (_, letter: string) => letter.toUpperCase())

/** `social_trends` as `socialTrends`. */
export const camel = (name: string): string => name.replace(/_(\w)/g, (_, letter: string) => letter.toUpperCase())

/** `removeFeed` as `remove_feed`. */
export const snake = (name: string): string => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)

/** What stands before each file. */
export const notice = "Made from openapi.json by `npm run clients`: do not edit."
