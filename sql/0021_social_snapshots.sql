-- The past of social topics: what each scored at most on each day, in UTC, on which it stood on a list of its platform. Points and
-- places are not compared, so each kind of score has rows of its own.

create table social_snapshots (
  platform   text not null,
  story      bytea not null, -- SHA-256 of what makes topics one story: an address may be longer than an index takes
  score_kind text not null,
  day        date not null,
  score      bigint not null check (score >= 0),
  primary key (platform, story, score_kind, day)
);

create index social_snapshots_day on social_snapshots (day);
