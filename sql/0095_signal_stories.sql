-- Which signals tell one story in different words (src/search/StoryLikeness.ts has the rule), beside the sightings of copies. A signal
-- without a row has no story yet: new ones get theirs within seconds, those that were there before in the background, the newest first.
-- So the rows always belong to all signals between two ids, and what is left is what is outside of them. `print` is what is compared
-- (JSON of its own form), `keys` are what candidates are found by, and `changed` rows are compared anew. The keys stand in a table of
-- their own, so that each is one look-up that brings a bounded number of candidates; a key that is left over finds nothing wrong.

create table signal_stories (
  signal_id integer primary key references signals on delete cascade,
  story_id  integer not null,
  publisher integer not null,
  print     text not null,
  keys      integer[] not null,
  changed   boolean not null default false
);

create sequence signal_stories_id as integer owned by signal_stories.story_id;
create index signal_stories_story on signal_stories (story_id);
create index signal_stories_publisher on signal_stories (publisher, signal_id);
create index signal_stories_changed on signal_stories (signal_id) where changed;
alter table signal_stories alter column print set statistics 0; -- nothing to plan by

create table signal_story_keys (
  key       integer not null,
  signal_id integer not null,
  primary key (key, signal_id)
);

create function forget_story_keys() returns trigger language plpgsql as $$
begin
  delete from signal_story_keys where key = any(old.keys) and signal_id = old.signal_id;
  return null;
end $$;

create trigger signal_stories_forgotten after delete on signal_stories
  for each row execute function forget_story_keys();

create function tell_story_anew() returns trigger language plpgsql as $$
begin
  update signal_stories set changed = true where signal_id = new.id;
  return null;
end $$;

create trigger signals_story_changed after update of title, snippet, source, published_at on signals
  for each row when ((old.title, old.snippet, old.source, old.published_at)
    is distinct from (new.title, new.snippet, new.source, new.published_at))
  execute function tell_story_anew();

create trigger signal_stories_changed
  after insert or update of story_id or delete or truncate on signal_stories
  for each statement execute function notify_change();
