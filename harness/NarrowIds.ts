import { Effect } from "effect"
import { SqlClient } from "effect/sql"

/**
 * Makes an empty database what one is that began with ids of 32 bits, and had too many signals to be changed at a
 * start.
 */
export const makeNarrow = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  yield* sql.unsafe(`
    do $do$ declare found record; begin
      for found in
        select c.relname, string_agg(format('alter %I type integer', a.attname), ', ') as changes
        from pg_class c join pg_attribute a on a.attrelid = c.oid
        where c.relkind = 'r' and c.relnamespace = 'public'::regnamespace and a.atttypid = 'bigint'::regtype
          and (a.attname in ('signal_id', 'story_id') or (c.relname, a.attname) = ('signals', 'id'))
          and c.relname <> 'search_outbox'
        group by 1
      loop
        execute format('alter table %I %s', found.relname, found.changes);
      end loop;
      alter sequence signals_id_seq as integer maxvalue 2147483647 restart;
      alter sequence signal_stories_id as integer maxvalue 2147483647 restart;
    end $do$`).unprepared
})
