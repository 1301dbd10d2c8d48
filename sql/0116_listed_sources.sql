-- The operator's list of sources. An entry is what the list's file says of a feed, or of a service, which may make several sources. What is chosen for a
-- source (paused, other times, tags) is kept under the source's name, for one entry may make many. A file that was read into the list is known by its
-- digest: one of them says that the list was filled, and a file that is not among them has changed since.

create table listed_sources (
  name     text primary key, -- of the feed or the service
  service  text not null,
  entry    json not null,
  position integer generated always as identity
);

create table source_choices (
  name   text primary key,
  paused boolean not null,
  every  text, -- an interval, or the times of a cron expression; null: the entry's own
  tags   text[] not null
);

create table source_list_files (
  digest  text primary key,
  read_at timestamptz not null
);

create trigger listed_sources_changed after insert or update or delete or truncate on listed_sources
  for each statement execute function notify_change();
create trigger source_choices_changed after insert or update or delete or truncate on source_choices
  for each statement execute function notify_change();

alter table audit_events add column source text;
