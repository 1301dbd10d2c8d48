-- What was searched most in the last days, and what is past its time, without a look at all the days before.

create index trending_snapshots_day on trending_snapshots (day);
