-- Tells every process which table has changed: those whose rows are remembered outside of the database (storage/Changes.ts). Of one
-- transaction each table is told once, when it commits. Columns that no remembered answer shows are left out where they change often:
-- when a key was last used, when a company was last looked up.

create function notify_change() returns trigger language plpgsql as $$
begin
  perform pg_notify('sonde_changes', tg_table_name);
  return null;
end $$;

create trigger api_keys_changed
  after update of account_id, hash, scopes, expires_at, deactivated_at or delete or truncate on api_keys
  for each statement execute function notify_change();

create trigger signals_changed after insert or update or delete or truncate on signals
  for each statement execute function notify_change();
create trigger signal_sightings_changed after insert or update or delete or truncate on signal_sightings
  for each statement execute function notify_change();

create trigger trending_keywords_changed after insert or update or delete or truncate on trending_keywords
  for each statement execute function notify_change();
create trigger trending_snapshots_changed after insert or update or delete or truncate on trending_snapshots
  for each statement execute function notify_change();

create trigger social_trends_changed after insert or update or delete or truncate on social_trends
  for each statement execute function notify_change();
create trigger sources_changed
  after insert or update of platform, configured, state, last_success_at, next_check_at or delete or truncate on sources
  for each statement execute function notify_change();

create trigger companies_changed
  after insert or update of name, tickers, currency, industry, revenue, market_cap, revenue_period_end, source_url, search
    or delete or truncate on companies
  for each statement execute function notify_change();
