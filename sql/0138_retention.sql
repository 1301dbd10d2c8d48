-- Retention looks for old rows every day: these are tables that it read whole for that. Few rows are written to them. A report is in its index for the
-- day after its removal only.
create index audit_events_at on audit_events (at);
create index watch_reports_slot on watch_reports (slot);
create index reports_removed on reports (created_at) where removed;
