-- From which day on a report looks at news, where its caller said so. Null is the usual: the last 90 days, and older news where that is
-- too little.

alter table reports add column since date;
