-- Signals: what sources published. `identity` is what makes two sightings the same story; a source's own name for an
-- item (guid) leads back to the signal, so that an item whose URL changes is still the one we know. Both are kept as
-- SHA-256: they have no bound, index entries do. `source_name` is the source whose words these are: the first to bring it.

create table signals (
  id                     integer generated always as identity primary key,
  identity               bytea not null unique,
  source_name            text not null,
  title                  text not null,
  snippet                text not null,
  url                    text not null,
  source                 text not null,
  published_at           timestamptz not null,
  published_at_estimated boolean not null,
  first_seen_at          timestamptz not null,
  updated_at             timestamptz not null,
  search                 tsvector generated always as (
                           setweight(to_tsvector('english'::regconfig, title), 'A') ||
                           setweight(to_tsvector('english'::regconfig, snippet), 'B') ||
                           setweight(to_tsvector('english'::regconfig, source), 'C')
                         ) stored
);

create index signals_newest on signals (published_at desc, id desc);
create index signals_search on signals using gin (search) with (fastupdate = off); -- no list of pending rows for every search to go through

create table signal_sightings (
  source_name text not null,
  guid        bytea not null,
  signal_id   integer not null references signals on delete cascade,
  seen_at     timestamptz not null,
  primary key (source_name, guid)
);

create index signal_sightings_signal on signal_sightings (signal_id);
