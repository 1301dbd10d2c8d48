-- Sessions of people who are signed in to the dashboard, and the one-time links by which they sign in without an identity
-- provider. Only the SHA-256 of what the browser or the link holds is kept.

create table sessions (
  hash       bytea primary key,
  account_id integer not null references accounts on delete cascade,
  kind       text not null,
  created_at timestamptz not null,
  seen_at    timestamptz not null, -- to the minute: not every request is a write
  expires_at timestamptz not null
);

create table login_links (
  hash       bytea primary key,
  account_id integer not null references accounts on delete cascade,
  expires_at timestamptz not null
);
