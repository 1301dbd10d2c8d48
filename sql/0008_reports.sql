-- Reports. `sections` is json, not jsonb: its members stand in reading order, which jsonb would lose. Work on a report is
-- handed out by the queue; `attempts` counts how often it was begun. A report that its owner removes is emptied at once and
-- marked; the mark stays for a day, so that removing reports doesn't undo the limit on making them. An idempotency key
-- remembers for a day which report a POST made and what was answered; it is written in the report's own transaction.

create table reports (
  id                integer generated always as identity primary key,
  account_id        integer not null references accounts on delete cascade,
  niche             text not null,
  report_type       text not null,
  context           text,
  title             text not null,
  status            text not null default 'queued'
                    check (status in ('queued', 'processing', 'completed', 'failed', 'cancelled')),
  confidence        double precision check (confidence between 0 and 1),
  executive_summary text not null default '',
  sections          json not null default '{}',
  error             text,
  attempts          integer not null default 0,
  created_at        timestamptz not null,
  completed_at      timestamptz,
  removed           boolean not null default false check (not removed or status not in ('queued', 'processing'))
);

create index reports_newest on reports (account_id, created_at desc, id desc);
create index reports_unfinished on reports (id) where status in ('queued', 'processing');

create table idempotency_keys (
  account_id  integer not null references accounts on delete cascade,
  key         text not null,
  fingerprint bytea not null, -- SHA-256 of the request: the same key with another body is a mistake of the client's
  report_id   integer not null references reports on delete cascade,
  answer      json,           -- null while the first request has not been answered
  created_at  timestamptz not null,
  primary key (account_id, key)
);

create index idempotency_keys_report on idempotency_keys (report_id);
