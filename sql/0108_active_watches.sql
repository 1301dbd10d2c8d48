-- Processes keep an index over all active watches. `watches_version` tells whoever stores news whether that index is still good: unlike a
-- notification it is read in the transaction that stores, so that no watch is missed that was there before. What a watch of a competitor looks for are
-- the competitor's names.

create table watches_version (
  one     boolean primary key default true check (one),
  version bigint not null
);

create function count_watches_version() returns trigger language plpgsql as $$
begin
  insert into watches_version (version) values (1)
  on conflict (one) do update set version = watches_version.version + 1;
  return null;
end $$;

create trigger watches_counted
  after insert or update of subject, conditions, status or delete or truncate on watches
  for each statement execute function count_watches_version();
create trigger competitors_counted
  after insert or update of name, domain, aliases, exclude, status or delete or truncate on competitors
  for each statement execute function count_watches_version();

-- What comes in counts from when a watch was made, resumed or given another subject.
alter table watches add column active_since timestamptz;
update watches set active_since = created_at;
alter table watches alter column active_since set not null, alter column active_since set default now();

-- Each signal of a story that waits for publishers, for the first one may leave the story.
alter table watch_matches drop constraint watch_matches_pkey, add primary key (watch_id, story_id, signal_id);
