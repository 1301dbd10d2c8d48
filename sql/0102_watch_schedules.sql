-- Reports that watches have made, one for each time of a schedule. A row is stored in the transaction that orders the report, so whoever comes second
-- finds the time taken.

create table watch_reports (
  watch_id  integer not null references watches on delete cascade,
  slot      timestamptz not null,
  report_id integer references reports on delete set null,
  primary key (watch_id, slot)
);

create index watch_reports_report on watch_reports (report_id);

-- The SHA-256 of the secret in the address of a watch's feed.
alter table watches add column feed_hash bytea;
create unique index watches_feed on watches (feed_hash);
