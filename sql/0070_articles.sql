-- The pages behind signals: what became of each, and the text of those that were read. A page is known by the SHA-256 of its address, so
-- that it is fetched once for all signals that lead to it. `next_attempt_at` is set before a page is fetched: a process that dies leaves it
-- alone until then, and whoever takes it up again knows how often it was begun. Null where the state is final.

create table articles (
  page            bytea primary key,
  url             text not null,
  signal_id       integer not null references signals on delete cascade,
  state           text not null,
  reason          text,
  attempts        integer not null,
  queued_at       timestamptz not null,
  next_attempt_at timestamptz,
  fetched_at      timestamptz,
  text            text,
  sha256          text,
  author          text,
  language        text,
  published_at    timestamptz
);

create index articles_due on articles (next_attempt_at) where next_attempt_at is not null;
create index articles_signal on articles (signal_id);
create index articles_kept on articles (fetched_at) where text is not null;

create trigger articles_changed
  after insert or update of state, reason, text, fetched_at, sha256, author, language, published_at or delete or truncate on articles
  for each statement execute function notify_change();
