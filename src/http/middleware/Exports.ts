import { Effect, Option, type Scope, Stream } from "effect"
import { HttpServerResponse } from "effect/http"
import type { List, ListForm } from "../../api/Lists.ts"
import type { AccountId } from "../../domain/Account.ts"
import { RateLimited } from "../../domain/Failure.ts"
import { validationError } from "../../domain/ValidationError.ts"
import { csvLine } from "../../text/Csv.ts"
import { parameterOf } from "../headers/Negotiation.ts"

/*
 * Lists as CSV (RFC 4180) and as NDJSON, a line for each item: made from what the endpoint answers as JSON.
 */

type Json = Record<string, any>
/** What is asked for, as it stands in the address. */
export type Query = Readonly<Record<string, string | Array<string>>>
type Response = HttpServerResponse.HttpServerResponse

/** How many exports of all pages an account may have open on one process. */
export const mostPerAccount = 4

/** The most that a page may have. */
const pageSize = 100

const tooMany = new RateLimited({
  code: "rate_limited",
  message: `Only ${mostPerAccount} exports with all=true can run at a time: wait for one to end.`,
  retryAfter: 5
})

/** Takes one of the account's places for exports of all pages until the answer has left. */
export const makePermits = () => {
  const open = new Map<AccountId, number>()
  return (account: AccountId): Effect.Effect<void, RateLimited, Scope.Scope> =>
    Effect.acquireRelease(
      Effect.suspend(() => {
        const taken = open.get(account) ?? 0
        if (taken >= mostPerAccount) return Effect.fail(tooMany)
        open.set(account, taken + 1)
        return Effect.void
      }),
      () =>
        Effect.sync(() => {
          const taken = open.get(account)! - 1
          if (taken === 0) open.delete(account)
          else open.set(account, taken)
        })
    )
}

/** Whether all pages are asked for. */
export const wantsAll = (list: List, query: Query): boolean => list.by !== null && query["all"] === "true"

/** Why all pages are refused as JSON. */
export const onlyAsText = validationError([
  {
    location: ["query", "all"],
    message: "must be false or left out for JSON, which is read page by page: ask for text/csv or application/x-ndjson"
  }
])

/** What asks for the first of all pages. */
export const firstOf = (query: Query): Query => ({ ...query, all: "false", limit: String(pageSize) })

const itemsOf = ({ data }: Json, { member }: List): ReadonlyArray<Json> => (member === null ? data : data[member])

/** What asks for the page after this one; none at the end. */
const nextOf = (page: Json, list: List, query: Query): Option.Option<Query> => {
  const items = itemsOf(page, list)
  if (list.by === "cursor") {
    const cursor: string | null = page["next_cursor"]
    return cursor === null ? Option.none() : Option.some({ ...query, cursor })
  }
  if (items.length < pageSize) return Option.none()
  if (list.by === "skip") return Option.some({ ...query, skip: String(Number(query["skip"] ?? 0) + items.length) })
  return Option.some(
    "after" in query ? { ...query, after: String(page["last_id"]) } : { ...query, before: String(items.at(-1)!["id"]) }
  )
}

const valueAt = (item: Json, path: ReadonlyArray<string>): unknown =>
  path.reduce<any>((value, name) => value?.[name], item)

/** The lines of a page. */
const linesOf = (page: Json, list: List, form: ListForm): string =>
  itemsOf(page, list)
    .map((item) =>
      form === "text/csv" ? csvLine(list.columns.map(({ path }) => valueAt(item, path))) : `${JSON.stringify(item)}\n`
    )
    .join("")

/** What stands above the lines: the names of the columns, and a byte order mark for programs that go by one. */
const headOf = (list: List, form: ListForm, accept: string | undefined): string =>
  form === "text/csv"
    ? `${parameterOf(accept, form, "bom") === "true" ? "\ufeff" : ""}${csvLine(list.columns.map(({ name }) => name))}`
    : ""

const contentTypes: Readonly<Record<ListForm, string>> = {
  "application/json": "application/json",
  "text/csv": "text/csv; charset=utf-8; header=present",
  "application/x-ndjson": "application/x-ndjson"
}

const pageOf = ({ body }: Response): Json => {
  if (body._tag !== "Uint8Array") throw new Error("A list is answered in one piece.")
  return JSON.parse(body.text ?? new TextDecoder().decode(body.body))
}

const varied = (response: Response): Response => HttpServerResponse.setHeader(response, "vary", "Accept")

/**
 * The answer of a list in the form that was asked for. With `more` all pages follow, each asked for when the reader has
 * taken the one before. An answer that can't be finished breaks off: what is cut short must not look whole.
 */
export const inForm = (
  response: Response,
  list: List,
  form: ListForm,
  accept: string | undefined,
  more?: { readonly first: Query; readonly read: (query: Query) => Effect.Effect<Response> }
): Response => {
  if (response.status !== 200) return response
  if (form === "application/json") return varied(response)
  const page = pageOf(response)
  const head = headOf(list, form, accept)
  const contentType = contentTypes[form]
  const kept = response.headers["cache-control"]
  const headers = kept === undefined ? {} : { "cache-control": kept }
  if (more === undefined)
    return varied(HttpServerResponse.text(head + linesOf(page, list, form), { contentType, headers }))
  interface State {
    readonly page: Effect.Effect<Json>
    readonly query: Query
  }
  const read = (query: Query): State => ({
    query,
    page: Effect.map(more.read(query), (answer) => {
      if (answer.status === 200) return pageOf(answer)
      throw new Error(`A page of an export was answered ${answer.status}`)
    })
  })
  const pages = Stream.paginate<State, string>({ page: Effect.succeed(page), query: more.first }, ({ page, query }) =>
    Effect.map(page, (page) => [[linesOf(page, list, form)], Option.map(nextOf(page, list, query), read)])
  )
  return varied(
    HttpServerResponse.stream(Stream.encodeText(Stream.concat(Stream.make(head), pages)), {
      contentType,
      headers: { "cache-control": "no-store", "x-accel-buffering": "no" }
    })
  )
}
