-- Which events an account has read, and how many it has not: the dashboard says so on every page, so it is counted in an index alone. What watches had
-- in the last days is counted in the other.

alter table watch_events add column read boolean not null default false;

create index watch_events_unread on watch_events (account_id, n) where not read;
create index watch_events_watch on watch_events (watch_id, at);
