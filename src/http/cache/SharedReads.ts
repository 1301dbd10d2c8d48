import { Context, Option } from "effect"
import { HttpApi, type HttpApiGroup } from "effect/http-api"
import { Api } from "../../api/Api.ts"
import { Requirement } from "../../api/Security.ts"
import type { Right } from "../../domain/Right.ts"
import type { WatchedTable } from "../../storage/database/Changes.ts"
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

type GroupsOf<A> = A extends HttpApi.HttpApi<infer _, infer Groups> ? Groups : never
type Endpoint = HttpApiGroup.Endpoints<GroupsOf<typeof Api>>
type ReadPath = Extract<Extract<Endpoint, { readonly method: "GET" }>["path"], `/api/v1/public/${string}`>

/**
 * What each read of the public API is made of: the tables of a shared one, `own` where each account has its own answer,
 * and `not remembered` where the answer is the same for all but is made anew each time. test/http/shared-reads.test.ts
 * compares this with the tables that are read.
 */
export const reads: Record<
  ReadPath,
  (Pick<SharedRead, "tables"> & { readonly timed?: true }) | "own" | "not remembered"
> = {
  "/api/v1/public/reports": "own",
  "/api/v1/public/reports/:report_id": "own",
  "/api/v1/public/reports/:report_id/diff": "own",
  "/api/v1/public/competitors": "own",
  "/api/v1/public/competitors/:competitor_id/signals": "own",
  "/api/v1/public/seo/keywords": "own",
  "/api/v1/public/seo/trending": { tables: ["trending_keywords", "trending_snapshots"], timed: true },
  "/api/v1/public/seo/trending/history": "not remembered",
  "/api/v1/public/signals": { tables: ["signals", "signal_sightings", "signal_stories"] },
  "/api/v1/public/signals/:signal_id": { tables: ["signals", "signal_sightings", "signal_stories", "articles"] },
  "/api/v1/public/signals/:signal_id/related": { tables: ["signals", "signal_sightings", "signal_stories"] },
  "/api/v1/public/stories/:story_id": { tables: ["signals", "signal_sightings", "signal_stories"] },
  "/api/v1/public/social-trends/:platform": { tables: ["social_trends", "sources"], timed: true },
  "/api/v1/public/social-trends/:platform/history": "not remembered",
  "/api/v1/public/market-data/search": { tables: ["companies"] },
  "/api/v1/public/market-data/companies/:company_id": { tables: ["companies"] },
  "/api/v1/public/market-data/sectors": { tables: ["companies"] },
  "/api/v1/public/watches": "own",
  "/api/v1/public/watches/:watch_id": "own",
  "/api/v1/public/events": "own",
  "/api/v1/public/endpoints": "own",
  "/api/v1/public/endpoints/:endpoint_id": "own",
  "/api/v1/public/endpoints/:endpoint_id/deliveries": "own",
  "/api/v1/public/events/stream": "own",
  "/api/v1/public/status": "not remembered"
}

/** The shared reads by the path of the contract. */
const shared = new Map<string, SharedRead>()
HttpApi.reflect(Api, {
  onGroup: () => undefined,
  onEndpoint: ({ endpoint: { method, path }, mergedAnnotations }) => {
    const made = method === "GET" ? reads[path as ReadPath] : undefined
    const right = Option.getOrNull(Context.getOption(mergedAnnotations, Requirement))
    if (typeof made !== "object" || right === null) return
    shared.set(path, { endpoint: `${method} ${path}`, right, timed: false, ...made })
  }
})

/** The shared read at an address; undefined when what is there is nobody's, or somebody's own. */
export const sharedReadAt = (url: string): SharedRead | undefined => shared.get(routeOf(url))
