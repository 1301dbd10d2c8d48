-- Endpoints: where accounts have events of their watches sent, and which events are on their way. `target` is JSON in the form of the API
-- (src/domain/Endpoint.ts); `secret` has to sign, so it is stored as it is. A delivery is written in the transaction that stores its event. Who holds an
-- endpoint's lease sends, one event after the other: of those that are due, the one with the smallest id. `due_at` is when an event may be sent,
-- `next_at` when it is tried next, `first_at` since when it is tried.

create table endpoints (
  id              integer generated always as identity primary key,
  account_id      integer not null references accounts on delete cascade,
  name            text not null,
  target          json not null,
  status          text not null default 'active' check (status in ('active', 'paused', 'disabled')),
  notice          text,
  secret          text,
  previous_secret text,
  previous_until  timestamptz,
  created_at      timestamptz not null,
  lease           text,
  leased_until    timestamptz,
  taken_at        timestamptz
);

create index endpoints_account on endpoints (account_id);
call make_ids_opaque('endpoints');

create table deliveries (
  endpoint_id  integer not null references endpoints on delete cascade,
  account_id   integer not null,
  n            integer not null,
  due_at       timestamptz not null,
  next_at      timestamptz not null,
  attempts     integer not null default 0,
  first_at     timestamptz,
  last_attempt json,
  delivered_at timestamptz,
  primary key (endpoint_id, n),
  foreign key (account_id, n) references watch_events on delete cascade
);

create index deliveries_event on deliveries (account_id, n);
create index deliveries_waiting on deliveries (endpoint_id, n) where delivered_at is null;
