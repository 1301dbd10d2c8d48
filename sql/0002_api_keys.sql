-- API keys: only the SHA-256 of a key is kept, with its first and last four hex digits for display. Usage is counted per
-- hour and endpoint, written in batches; it stays as long as its key.

create table api_keys (
  id             integer generated always as identity primary key,
  account_id     integer not null references accounts on delete cascade,
  name           text not null,
  hash           bytea not null unique,
  prefix         text not null,
  last4          text not null,
  scopes         text[] not null,
  expires_at     timestamptz,
  deactivated_at timestamptz,
  created_at     timestamptz not null,
  last_used_at   timestamptz
);

create index api_keys_account on api_keys (account_id, id);

create table api_key_usage (
  key_id   integer not null references api_keys on delete cascade,
  hour     timestamptz not null, -- the UTC hour's start
  endpoint text not null,
  count    integer not null check (count > 0),
  primary key (key_id, hour, endpoint)
);
