-- Which sources of the operator's list bring a signal, in the order of lists: what a source with a tag has brought is found from the newest on, however
-- little or old it is. It is a part of the search index, and is filled as the index is: by whoever writes documents.
create table search_sources (
  source_name text not null,
  listed_at   timestamptz not null, -- as in search_documents
  signal_id   integer not null references search_documents on delete cascade,
  primary key (signal_id, source_name)
);

create index search_sources_newest on search_sources (source_name, listed_at desc, signal_id desc);

-- A source with a tag brings a signal that others brought before: its story is looked at again, for the watches that want this tag.
create or replace function story_was_carried() returns trigger language plpgsql as $$
begin
  update signal_stories set changed = true
  where not changed and signal_id = any(array(
    select c.signal_id from carried c
    where exists (select from source_choices s where s.name = c.source_name and s.tags <> '{}')
       or exists (select from signal_stories t join watch_matches m using (story_id) where t.signal_id = c.signal_id)
  ));
  return null;
end $$;
