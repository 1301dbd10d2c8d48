import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import { storyOf } from "../../src/domain/Story.ts"
import { bulk } from "../Bulk.ts"
import { item } from "./Feeds.ts"

/** Rows of one statement. */
const loadedTogether = 5_000

/** Fills `signals` from so many rows to so many, past the service. */
export const fill = Effect.fnUntraced(function* (from: number, to: number) {
  const sql = yield* SqlClient.SqlClient
  const rows = Effect.gen(function* () {
    for (let start = from; start < to; start += loadedTogether) {
      const rows = Array.from({ length: Math.min(loadedTogether, to - start) }, (_, k) => {
        const { guid, publishedAt, text, title, url } = item(start + k)
        const headline = { title, url, source: "Feed", published_at: publishedAt }
        return { title, snippet: text, url, guid, published_at: publishedAt, story: storyOf(headline)?.key ?? null }
      })
      yield* sql`
      with added as (
        insert into signals (identity, source_name, title, snippet, url, source, published_at, published_at_estimated, story,
                             first_seen_at, updated_at)
        select sha256(convert_to(url, 'UTF8')), 'feed:filled', title, snippet, url, 'Feed', published_at, false, story, now(), now()
        from json_to_recordset(${JSON.stringify(rows)}::json)
             as x(title text, snippet text, url text, published_at timestamptz, story integer)
        returning id, url
      )
      insert into signal_sightings (source_name, guid, signal_id, seen_at)
      select 'feed:filled', sha256(convert_to(url, 'UTF8')), id, now() from added`
    }
  })
  yield* bulk("signals", rows)
  yield* sql`vacuum analyze signal_sightings`
})
