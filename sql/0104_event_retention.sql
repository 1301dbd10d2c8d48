-- Events age out, and what they were about must not become an event again: what is left of them is their key, for as long as there is the watch and,
-- of a story, the story. Keys of other things say when they were kept: they come up anew, and go after a year.

create table watch_keys (
  watch_id integer not null references watches on delete cascade,
  key      text not null,
  kept_at  timestamptz not null default now(),
  primary key (watch_id, key)
);

create index watch_keys_kept on watch_keys (kept_at) where key not like 'story:%';

create index watch_events_of_watch on watch_events (watch_id, n);
