-- Searches: news looked for because an account tracks something. `term` is what was looked for, as domain/Interest.ts folds it: the
-- same for every account and source. `searches` says whose turn it is at each source; `signal_searches` which search found what.

create table searches (
  source_name text not null,
  term        text not null,
  searched_at timestamptz not null,
  primary key (source_name, term)
);

create table signal_searches (
  term      text not null,
  signal_id integer not null references signals on delete cascade,
  primary key (term, signal_id)
);

create index signal_searches_signal on signal_searches (signal_id);
