import { SchemaAST } from "effect"
import type { HttpApiEndpoint } from "effect/http-api"

/** The media types in which every list can be read, the one for callers without a wish first. */
export const listForms = ["application/json", "text/csv", "application/x-ndjson"] as const
export type ListForm = (typeof listForms)[number]

/** A column of a list as CSV, and where its values stand in an item. */
export interface Column {
  readonly name: string
  readonly path: ReadonlyArray<string>
}

/** An answer that is a list. */
export interface List {
  /** Where its items stand: in `data` (null), or in this member of it. */
  readonly member: string | null
  readonly columns: ReadonlyArray<Column>
  /** How it goes on after a page; null where one answer has all. */
  readonly by: "cursor" | "skip" | "before" | null
}

const fieldsOf = (ast: SchemaAST.AST | undefined): ReadonlyArray<readonly [string, SchemaAST.AST]> | null =>
  ast !== undefined && SchemaAST.isObjects(ast) && ast.indexSignatures.length === 0
    ? ast.propertySignatures.map(({ name, type }) => [String(name), type])
    : null

const itemOf = (ast: SchemaAST.AST): SchemaAST.AST | undefined => (SchemaAST.isArrays(ast) ? ast.rest[0] : undefined)

/**
 * A column for each member; an object that is always there has its members as columns of their own, `watch.name`.
 * Lists, and objects that may be missing or of several kinds, are one column.
 */
const columnsOf = (
  fields: NonNullable<ReturnType<typeof fieldsOf>>,
  above: ReadonlyArray<string> = []
): Array<Column> =>
  fields.flatMap(([name, ast]) => {
    const path = [...above, name]
    const within = SchemaAST.isOptional(ast) ? null : fieldsOf(ast)
    return within === null ? [{ name: path.join("."), path }] : columnsOf(within, path)
  })

/** The list in an answer's data: the data itself, or the one list beside the `total` of all there are. */
const listIn = (data: SchemaAST.AST): readonly [string | null, SchemaAST.AST] | null => {
  const item = itemOf(data)
  if (item !== undefined) return [null, item]
  const fields = fieldsOf(data) ?? []
  const lists = fields.flatMap(([name, ast]) => {
    const item = itemOf(ast)
    return item === undefined ? [] : [[name, item] as const]
  })
  return lists.length === 1 && fields.some(([name]) => name === "total") ? lists[0]! : null
}

const read = (endpoint: HttpApiEndpoint.Top): List | null => {
  const [success] = endpoint.success
  if (endpoint.method !== "GET" || success === undefined) return null
  const data = fieldsOf(SchemaAST.toEncoded(success.ast))?.find(([name]) => name === "data")?.[1]
  const [member, item] = (data === undefined ? null : listIn(data)) ?? []
  const fields = fieldsOf(item)
  if (member === undefined || fields === null) return null
  const query = endpoint.query === undefined ? [] : (fieldsOf(SchemaAST.toEncoded(endpoint.query.ast)) ?? [])
  const names = new Set(query.map(([name]) => name))
  const by = (["cursor", "skip", "before"] as const).find((name) => names.has(name) && names.has("all"))
  return { member, columns: columnsOf(fields), by: by ?? null }
}

const known = new WeakMap<HttpApiEndpoint.Top, { readonly list: List | null }>()

/** The list that an endpoint answers with, as its schema says; null where it is none. */
export const listOf = (endpoint: HttpApiEndpoint.Top): List | null => {
  const before = known.get(endpoint)
  if (before !== undefined) return before.list
  const list = read(endpoint)
  known.set(endpoint, { list })
  return list
}
