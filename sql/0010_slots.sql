-- A run belongs to a slot, the moment that it was due; one that an operator starts by hand has none. `state` tells how a
-- run ended: null while it goes on, and for a run that did not count because another one took its place. A source that says
-- again and again that it has moved for good is followed there: `moved_to` is where, `moved_sightings` how often in a row.

alter table runs
  add column slot  timestamptz,
  add column state text;

create unique index runs_slot on runs (source_name, slot) where state in ('ok', 'empty'); -- a slot is done once
create index runs_started on runs (started_at);

alter table sources
  add column moved_to        text,
  add column moved_sightings integer not null default 0;

create index sources_due on sources (next_check_at) where configured;
