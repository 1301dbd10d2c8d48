-- Search on a cluster (SEARCH_URL; src/storage/search/Feeding.ts): which index of it answers, which one is being filled, and what it has not been told
-- yet. All of it stays empty without the setting: the triggers that note changes are made when a process first has it.

create table search_cluster (
  only_row   boolean primary key default true check (only_row),
  serving    text, -- the index that answers; null before the first is filled
  building   text, -- the one that is being filled; null while none is
  version    text not null, -- of the rules by which `building` is made, or `serving` where none is being filled
  below      integer not null default 1, -- signals from here on are in `building`
  wanted     boolean not null default false, -- somebody asks for a new index
  held_by    text, -- the process that feeds the cluster, until its time is over
  held_until timestamptz,
  seen_at    timestamptz not null -- when a process with the setting was last there
) with (fillfactor = 50);

-- Changes of search_documents in their order, for each signal as often as it has changed: what is sent is the document as it is then. Rows are only added
-- and deleted, so that nobody who writes signals waits for who sends them. `seq` is the version by which the cluster knows which of two is the newer. Those
-- of one signal are in the order of its transactions, because each holds the row of its document. 1 is left to what an index is filled with.
create table search_outbox (
  seq       bigint generated always as identity (start with 2) primary key,
  signal_id integer not null,
  noted_at  timestamptz not null default clock_timestamp()
);

create function search_note_added() returns trigger language plpgsql as $$
begin
  insert into search_outbox (signal_id) select signal_id from added;
  return null;
end $$;

create function search_note_removed() returns trigger language plpgsql as $$
begin
  insert into search_outbox (signal_id) select signal_id from removed;
  return null;
end $$;
