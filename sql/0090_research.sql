-- What was looked up outside for a report, before it was written: `research` has which sources were searched and which pages were read, and
-- grows while that goes on. Null where nothing was looked up. A caller may say that nothing is (`research_wanted`).
--
-- Of each search, when its source last answered it, how many items it found, and what else the source calls the thing. A search that was answered
-- a short time ago is not made again.

alter table reports
  add column research_wanted boolean not null default true,
  add column research json;

alter table reports
  drop constraint reports_step_check,
  add constraint reports_step_check check (step in ('searching', 'reading', 'gathering', 'writing', 'checking'));

alter table searches
  add column answered_at timestamptz,
  add column found integer not null default 0,
  add column names text[] not null default '{}';
