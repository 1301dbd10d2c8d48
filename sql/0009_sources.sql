-- What is remembered of each source between two runs, and the runs themselves (for 30 days).

create table sources (
  name            text primary key,
  kind            text not null,
  platform        text,
  configured      boolean not null,
  etag            text,
  last_modified   text,
  next_check_at   timestamptz, -- null: never checked, due at once
  last_success_at timestamptz,
  failures        integer not null default 0,
  items           integer not null default 0,
  state           text not null default 'empty',
  last_error      text
);

create table runs (
  id          integer generated always as identity primary key,
  source_name text not null references sources on delete cascade,
  started_at  timestamptz not null,
  finished_at timestamptz,
  fetched     integer not null default 0,
  new         integer not null default 0,
  changed     integer not null default 0,
  skipped     json not null default '{}',
  error       text
);

create index runs_source on runs (source_name, started_at desc);
