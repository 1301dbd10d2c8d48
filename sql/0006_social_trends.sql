-- Social trends: for each source of a platform the items of its last successful run, replaced as a whole, so that a
-- list shows what the platform shows. A source lists a story once; `position` counts them in the source's order.

create table social_trends (
  platform    text not null,
  source_name text not null,
  position    integer not null,
  title       text not null,
  score       bigint check (score >= 0), -- null where the source has none
  score_kind  text not null,
  subreddit   text,
  site        text,
  url         text,
  rank        integer not null check (rank > 0),
  primary key (platform, source_name, position)
);
