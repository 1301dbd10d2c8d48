-- A source that is gone for good was one that is due in a year: now it is marked, so that a slot that lies far away is always a
-- mistake, made by a clock that was wrong. A source that has nothing to look for says why, and does not count as fresh.

alter table sources
  add column gone boolean not null default false,
  add column idle text;

update sources set gone = true, next_check_at = null
where state = 'blocked' and last_error = 'the server answered 410: gone for good';
