-- Whose turn it is to ask a host: all processes of a database keep one distance to it, its rests, and that it is down.

create table host_turns (
  host       text primary key,
  free_at    timestamptz not null,                     -- nobody asks before; while somebody does, by when that has ended at the latest
  held_until timestamptz not null default '-infinity', -- nobody asks at all before
  down       boolean not null default false            -- it is held because it has failed again and again, and not because it asked for a rest
) with (fillfactor = 50);
