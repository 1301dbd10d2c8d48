-- What a model has answered to the questions of a report, for as long as that report may be begun again: what was answered before a crash
-- is not asked anew.

create table answers (
  -- SHA-256 of who was asked what.
  hash bytea primary key,
  answer jsonb not null,
  answered_at timestamptz not null
);

create index answers_answered_at on answers (answered_at);
