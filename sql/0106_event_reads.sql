-- Which events an account has read, and how many it has not: the dashboard says so on every page, so it is counted in an index alone. What watches had
-- in the last days is counted in the other.

-- Events that were there before nobody could mark: they count as read.
alter table watch_events add column read boolean not null default true;
alter table watch_events alter column read set default false;

create index watch_events_unread on watch_events (account_id, n) where not read;
create index watch_events_watch on watch_events (watch_id, at);
