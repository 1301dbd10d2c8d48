-- Keywords. Trending: what many people search at present, with one snapshot a day from which the trend is computed.
-- Tracked: what an account follows, with one position a day.

create table trending_keywords (
  country       text not null check (country ~ '^[A-Z]{2}$'),
  keyword       text not null,
  volume        bigint,
  first_seen_at timestamptz not null,
  seen_at       timestamptz not null,
  primary key (country, keyword)
);

create index trending_keywords_seen on trending_keywords (country, seen_at desc);

create table trending_snapshots (
  country text not null,
  keyword text not null,
  day     date not null,
  volume  bigint,
  primary key (country, keyword, day),
  foreign key (country, keyword) references trending_keywords on delete cascade
);

create table tracked_keywords (
  id            integer generated always as identity primary key,
  account_id    integer not null references accounts on delete cascade,
  keyword       text not null,
  target_url    text not null,
  search_volume integer,
  created_at    timestamptz not null,
  unique (account_id, keyword, target_url)
);

create table keyword_positions (
  keyword_id integer not null references tracked_keywords on delete cascade,
  day        date not null,
  position   integer check (position > 0),
  url        text,
  primary key (keyword_id, day)
);
