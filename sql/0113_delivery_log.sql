-- The log of a delivery: its attempts before the last one, the oldest first, as many as the service keeps; they go with their event. What is tried again
-- keeps to the quiet hours of its watch; what somebody sends again by hand does not, until it is delivered.

alter table deliveries
  add column earlier_attempts jsonb not null default '[]',
  add column by_hand boolean not null default false;
