-- When a standby becomes the primary, it begins a new timeline of the log. Positions of two timelines cannot be compared: a server that did not follow
-- would seem to have what it never had. Each process writes the primary's timeline here, so a server that shows the row is on that timeline.

create table timelines (
  -- Postgres' own name of the cluster: dumps and restored backups bring their rows along.
  system bigint not null,
  timeline integer not null,
  primary key (system, timeline)
);
