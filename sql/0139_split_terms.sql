-- Terms are written with a space between them, so they need no parser: splitting them takes two fifths of the time of to_tsvector, which was half of
-- what a new row cost the index. Fields are kept apart by bars and may be empty; neither is a term. Positions are left out: nothing asks for them,
-- as phrases are looked for in the document itself (src/storage/search/Matches.ts). The list of new rows holds the 2,000 that are put into the index
-- together and more, for whoever goes beyond the limit does that at once, while others wait.
create function lexemes_of(terms text) returns tsvector immutable parallel safe strict
  return array_to_tsvector(array_remove(string_to_array(replace(terms, ' |', ''), ' '), ''));

-- The rules of analysis are others, too, so all documents are made anew (src/storage/search/CatchUp.ts): their index is not built before that.
truncate search_uncounted, search_words, search_languages, search_documents, search_sources;
update search_state set analysis = 0;

do $$
begin
  if to_regclass('search_documents_gin') is null then return; end if; -- BM25 serves, or nothing is stored yet
  drop index search_documents_gin;
  create index search_documents_gin on search_documents using gin (lexemes_of(terms)) with (fastupdate = on, gin_pending_list_limit = 8192);
end $$;
