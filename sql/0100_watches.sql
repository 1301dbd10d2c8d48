-- Watches: saved questions of accounts, and the events that come of them. `subject` and `conditions` are JSON in the form of the API
-- (src/domain/Watch.ts). Events of an account are counted (`n`, their id) by `event_counters`, whose row is locked until the transaction ends: so ids
-- grow in the order in which events become visible, and whoever reads on from the last id misses none. `key` makes an event the only
-- one of its kind for its watch: a story, a day. News that matches a watch and has too few publishers waits in `watch_matches`.

create table watches (
  id         integer generated always as identity primary key,
  account_id integer not null references accounts on delete cascade,
  name       text not null,
  subject    json not null,
  conditions json not null,
  endpoints  integer[] not null default '{}',
  status     text not null default 'active' check (status in ('active', 'paused')),
  created_at timestamptz not null
);

create index watches_account on watches (account_id);
call make_ids_opaque('watches');

create table event_counters (
  account_id integer primary key references accounts on delete cascade,
  last       integer not null
);

create table watch_events (
  account_id integer not null references accounts on delete cascade,
  n          integer not null,
  watch_id   integer not null references watches on delete cascade,
  key        text not null,
  content    json not null,
  at         timestamptz not null,
  send_at    timestamptz,
  primary key (account_id, n),
  unique (watch_id, key)
);

create index watch_events_latest on watch_events (watch_id, at desc) where send_at is not null;
create index watch_events_at on watch_events (at);

create table watch_matches (
  watch_id  integer not null references watches on delete cascade,
  story_id  integer not null,
  signal_id integer not null references signals on delete cascade,
  content   json not null,
  primary key (watch_id, story_id)
);

create index watch_matches_story on watch_matches (story_id);
create index watch_matches_signal on watch_matches (signal_id);

-- Another publisher carries the same words: a story that waits for publishers is looked at again.
create function story_was_carried() returns trigger language plpgsql as $$
begin
  update signal_stories t set changed = true
  from carried c, watch_matches m
  where t.signal_id = c.signal_id and m.story_id = t.story_id;
  return null;
end $$;

create trigger signal_sightings_carried after insert on signal_sightings
  referencing new table as carried for each statement execute function story_was_carried();

create trigger watches_changed after insert or update or delete or truncate on watches
  for each statement execute function notify_change();
create trigger competitors_changed
  after insert or update of name, domain, aliases, exclude, status or delete or truncate on competitors
  for each statement execute function notify_change();
create trigger watch_events_changed after insert or delete or truncate on watch_events
  for each statement execute function notify_change();
