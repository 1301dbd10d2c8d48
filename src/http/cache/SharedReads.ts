import { Context, Option } from "effect"
import { HttpApi } from "effect/http-api"
import { Api } from "../../api/Api.ts"
import { MadeOf } from "../../api/MadeOf.ts"
import { Requirement } from "../../api/Security.ts"
import type { Right } from "../../domain/Right.ts"
import type { WatchedTable } from "../../domain/WatchedTable.ts"
import { routeOf } from "../server/Routes.ts"

/** A read whose answer is the same for everybody who may ask for it. */
export interface SharedRead {
  /** As usage is counted: method and path of the contract. */
  readonly endpoint: string
  readonly right: Right
  /** What the answer is made of. */
  readonly tables: ReadonlyArray<WatchedTable>
  /** The answer depends on the time as well: it says what is `new`, or `stale`. */
  readonly timed: boolean
}

/** The shared reads by the path of the contract. */
const shared = new Map<string, SharedRead>()
HttpApi.reflect(Api, {
  onGroup: () => undefined,
  onEndpoint: ({ endpoint: { method, path }, mergedAnnotations }) => {
    const made = method === "GET" ? Context.get(mergedAnnotations, MadeOf) : null
    const right = Option.getOrNull(Context.getOption(mergedAnnotations, Requirement))
    if (made === null || typeof made !== "object" || right === null) return
    shared.set(path, { endpoint: `${method} ${path}`, right, timed: false, ...made })
  }
})

/** The shared read at an address; undefined for all other addresses. */
export const sharedReadAt = (url: string): SharedRead | undefined => shared.get(routeOf(url))
