-- Ids of signals and stories are counted over all time, and would end at 2.1 · 10^9: they get 64 bits. Where there are few signals this is done here;
-- where there are many, tables would be locked for as long as it takes to write them anew, and `sonde ids widen` does it while the service works
-- (src/storage/WideIds.ts). Until then everything works as before, so nothing may rely on which of both a column is.

-- The columns that are still of 32 bits. A new table with one of these columns makes it `bigint`.
create function narrow_ids() returns table (table_name text, column_name text) language sql stable as $$
  select c.relname::text, a.attname::text
  from pg_class c join pg_attribute a on a.attrelid = c.oid
  where c.relkind = 'r' and c.relnamespace = current_schema()::regnamespace and a.atttypid = 'integer'::regtype
    and (a.attname in ('signal_id', 'story_id') or (c.relname, a.attname) = ('signals', 'id'))
  order by c.relname <> 'signals', c.relname, a.attnum
$$;

-- A trigger that names a column keeps it as it is. Stories change with their signals, which is told in any case.
drop trigger signal_stories_changed on signal_stories;
create trigger signal_stories_changed after insert or update or delete or truncate on signal_stories
  for each statement execute function notify_change();

-- These have one row, or only what is on its way.
alter table search_state alter below type bigint;
alter table search_cluster alter below type bigint;
alter table search_outbox alter signal_id type bigint;

do $$
declare
  few boolean := (select count(*) < 100000 from (select from signals limit 100000) present);
  found record;
begin
  if not few then return; end if;
  for found in
    select table_name, string_agg(format('alter %I type bigint', column_name), ', ') as changes
    from narrow_ids() with ordinality group by table_name order by min(ordinality)
  loop
    execute format('alter table %I %s', found.table_name, found.changes);
  end loop;
  alter sequence signal_stories_id as bigint;
end $$;

-- Rows that are written anew with the same content are no news: whoever does that says so in its transaction.
create function is_rewriting() returns boolean language sql stable as $$
  select coalesce(current_setting('sonde.rewriting', true), '') = 'on'
$$;

create or replace function notify_change() returns trigger language plpgsql as $$
begin
  if is_rewriting() then return null; end if;
  perform pg_notify('sonde_changes', tg_table_name);
  return null;
end $$;

create or replace function search_unembed_changed() returns trigger language plpgsql as $$
begin
  if is_rewriting() then return null; end if;
  insert into search_unembedded (signal_id)
  select id from added join removed using (id) where (added.title, added.snippet) <> (removed.title, removed.snippet)
  on conflict (signal_id) do update set revision = search_unembedded.revision + 1, refusals = 0;
  return null;
end $$;

create or replace function search_note_added() returns trigger language plpgsql as $$
begin
  if is_rewriting() then return null; end if;
  insert into search_outbox (signal_id) select signal_id from added;
  return null;
end $$;

create or replace function make_search_vectors(numbers integer) returns void language plpgsql as $$
begin
  execute format(
    'create table search_vectors (
       signal_id bigint primary key references signals on delete cascade,
       bits      bit(%1$s) not null,
       vector    halfvec(%1$s) not null
     ) with (toast_tuple_target = 128)', numbers);
  alter table search_vectors alter column bits set storage plain, alter column vector set storage external;
  create index search_vectors_near on search_vectors using hnsw (bits bit_hamming_ops) with (m = 8, ef_construction = 32);
end $$;
