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
