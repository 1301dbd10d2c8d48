-- Search by meaning (src/storage/search/SqlVectors.ts): which model the vectors are of, and which signals have none. Both stay empty
-- until a model is configured. The table of the vectors, which needs the extension pgvector, and the triggers are made then.

create table search_model (
  only_row   boolean primary key default true check (only_row),
  model      text not null,
  dimension  integer, -- null before the first vector
  enqueued   boolean not null, -- whether all that was stored before the model was configured is among the unembedded
  held_by    text, -- the process that fills, until it is done or its time is over
  held_until timestamptz
) with (fillfactor = 50);

create table search_unembedded (
  signal_id integer primary key references signals on delete cascade,
  revision  integer not null default 0, -- changes of the words since it is here: a vector of an earlier one is not stored
  refusals  integer not null default 0 -- how often the model refused to read it
);
create index search_unembedded_next on search_unembedded (refusals, signal_id desc);

create function search_unembed_new() returns trigger language plpgsql as $$
begin
  insert into search_unembedded (signal_id) select id from added on conflict do nothing;
  return null;
end $$;

create function search_unembed_changed() returns trigger language plpgsql as $$
begin
  insert into search_unembedded (signal_id)
  select id from added join removed using (id) where (added.title, added.snippet) <> (removed.title, removed.snippet)
  on conflict (signal_id) do update set revision = search_unembedded.revision + 1, refusals = 0;
  return null;
end $$;

-- Vectors of so many numbers, and the sign of each number as a bit. Rows of bits alone are looked through, vectors are fetched for few;
-- their index is made with the table, before there is anything in it.
create function make_search_vectors(numbers integer) returns void language plpgsql as $$
begin
  execute format(
    'create table search_vectors (
       signal_id integer primary key references signals on delete cascade,
       bits      bit(%1$s) not null,
       vector    halfvec(%1$s) not null
     ) with (toast_tuple_target = 128)', numbers);
  alter table search_vectors alter column bits set storage plain, alter column vector set storage external;
  create index search_vectors_near on search_vectors using hnsw (bits bit_hamming_ops) with (m = 8, ef_construction = 32);
end $$;
