-- What a source was changed to, and how much an import changed, in words. Null where there is no more to say, and for what happened before.
alter table audit_events add column detail text;
