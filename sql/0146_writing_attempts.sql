-- A report is given up when writing it was begun three times, because something in it may kill the process each time. While it is still looked up,
-- that is only the process's own trouble: those attempts get a limit of their own, over `attempts`, which counts them all. Writing begins with
-- gathering the evidence, when the report's step is neither `searching` nor `reading`.

alter table reports add column writing_attempts integer not null default 0;
update reports set writing_attempts = attempts where status in ('queued', 'processing');
