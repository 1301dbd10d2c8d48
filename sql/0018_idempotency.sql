-- Idempotency keys of every POST that keeps its answers, not of reports alone. A row is a request that brought a key: `claim` names who
-- is answering it, and holds until `busy_until`; the answer is written in the transaction of what the request does, so that both are
-- there or neither. A claim that ran out belongs to a process that died: without an answer the key is free again, with one it is
-- answered. A row is remembered for a day. What was asked for is compared in another form than before, so old rows tell nothing.

drop table idempotency_keys;

create table idempotency_keys (
  account_id  integer not null references accounts on delete cascade,
  route       text not null,    -- method and path, with the ids in it
  key         text not null,
  fingerprint bytea not null,   -- SHA-256 of the request: the same key with another body is a mistake of the client's
  claim       uuid not null,
  busy_until  timestamptz,      -- null once the request has been answered
  answer      json,             -- status, headers and body
  created_at  timestamptz not null,
  primary key (account_id, route, key),
  check (busy_until is not null or answer is not null)
);
