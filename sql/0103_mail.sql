-- Mail, and deliveries that are given up. An endpoint of mail is `confirmed` by whoever reads the address; its `secret` makes the links in its mails.
-- `next_at` of an endpoint is the earliest time at which one of its deliveries may be due, null when none waits: so nobody looks at endpoints for which
-- there is nothing to do. It may be too early, never too late. `failing_since` is the first failure since the last success. `attempts` of a delivery
-- counts all, `tries` those since it was last put on its way.

alter table endpoints
  add column confirmed boolean not null default true,
  add column failing_since timestamptz,
  add column next_at timestamptz;

alter table deliveries
  add column tries integer not null default 0,
  add column given_up_at timestamptz;

update deliveries set tries = attempts;
update endpoints set next_at = created_at where exists (
  select from deliveries where endpoint_id = endpoints.id and delivered_at is null
);

create index endpoints_due on endpoints (next_at) where status = 'active' and confirmed;

drop index deliveries_waiting;
create index deliveries_waiting on deliveries (endpoint_id, n) where delivered_at is null and given_up_at is null;
create index deliveries_due on deliveries (endpoint_id, due_at) where delivered_at is null and given_up_at is null;
