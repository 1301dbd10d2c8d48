-- One story once: an item whose title tells the story of a signal of another site becomes a sighting of that signal. `story` finds
-- such signals: the hash of the title's first words (domain/Story.ts has the rule), null where the title is too short. Rows that are
-- there already get theirs when their source lists them again; stories apart by then stay apart.
-- A sighting of another publisher's words keeps who they are and where (`source`, `url`; null where they are the signal's own), and
-- the identity of its own page where that is not the signal's.

alter table signals add column story integer;
create index signals_story on signals (story, published_at) where story is not null;

alter table signal_sightings
  add column source   text,
  add column url      text,
  add column identity bytea;
create index signal_sightings_identity on signal_sightings (identity) where identity is not null;
