-- Competitors that an account watches. A domain can be added again once the earlier entry is archived.

create table competitors (
  id         integer generated always as identity primary key,
  account_id integer not null references accounts on delete cascade,
  name       text not null,
  domain     text not null,
  status     text not null default 'active' check (status in ('active', 'paused', 'archived')),
  created_at timestamptz not null
);

create unique index competitors_domain on competitors (account_id, domain) where status <> 'archived';
