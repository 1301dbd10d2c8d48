-- How many streams of events each process has open for an account: together they have as many places as an account may have. Who holds places renews
-- them; those of a process that died end by themselves. Times are those of the database, so that clocks of processes don't matter. Unlogged: after a
-- crash of the database every process says again what it has.

create unlogged table stream_places (
  account_id integer not null references accounts on delete cascade,
  holder     uuid not null,
  streams    integer not null,
  renewed_at timestamptz not null,
  primary key (account_id, holder)
);
