-- Saved views: searches of an account that are kept under a name. `search` is JSON in the form of the API (src/domain/SavedView.ts).

create table saved_views (
  id         integer generated always as identity primary key,
  account_id integer not null references accounts on delete cascade,
  name       text not null,
  search     json not null,
  created_at timestamptz not null
);

create unique index saved_views_name on saved_views (account_id, name);
call make_ids_opaque('saved_views');

-- Whether a source could be reached: when a server last answered for it, whatever it said, and where nobody answers, at which host and since when. Of what
-- was read before, the last success stands for the last answer.

alter table sources
  add column reached_at      timestamptz,
  add column unreached_host  text,
  add column unreached_since timestamptz;

update sources set reached_at = last_success_at;
