-- Accounts: whose data it is. The operator's own is named 'local'; the others are the `sub` of the identity provider's tokens.
-- Here and below, what time it is comes from the service's clock, so no column defaults to now().

create table accounts (
  id         integer generated always as identity primary key,
  name       text not null unique check (length(name) between 1 and 255),
  created_at timestamptz not null
);
