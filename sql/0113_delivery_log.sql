-- The log of a delivery: its attempts before the last one, the oldest first, as many as the service keeps. They go with their event.

alter table deliveries add column earlier_attempts jsonb not null default '[]';
