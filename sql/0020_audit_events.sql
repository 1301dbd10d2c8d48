-- Who signed in and out, and what was done to keys: from where, and by what way. Keys are named by what they were called then,
-- for the trail outlives them.

create table audit_events (
  id         integer generated always as identity primary key,
  account_id integer not null references accounts on delete cascade,
  at         timestamptz not null,
  action     text not null,
  by         text not null,
  address    text,
  user_agent text,
  key        json -- {id, name, last4}
);

create index audit_events_account on audit_events (account_id, id desc);
