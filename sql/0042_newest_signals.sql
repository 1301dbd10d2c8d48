-- Where a signal stands among the newest: where its publisher's date puts it. A date that is only the day of first sight says nothing
-- about the hour, and perhaps nothing about the year: it stands behind all that is dated on that day.

create function listed_at(published_at timestamptz, estimated boolean) returns timestamptz immutable parallel safe
  return case when estimated then date_trunc('day', published_at at time zone 'UTC') at time zone 'UTC' else published_at end;

drop index signals_newest;
create index signals_newest on signals (listed_at(published_at, published_at_estimated) desc, published_at_estimated, id desc);
