-- Words that documents have added to the counts of search_words, or taken away, a row for each write: who writes signals makes others wait, and the words
-- that all texts have would be updated once for each write. They are counted when the transaction has ended, of several writes together. What a process
-- leaves behind is counted with the next write of any other.
create table search_uncounted (
  id    bigint generated always as identity primary key,
  words text not null -- JSON: term, word, documents, as in search_words
);

-- Who has written documents puts them into the index after its turn. The limit is for those who don't: whoever goes beyond it does that at once.
alter index if exists search_documents_gin set (gin_pending_list_limit = 4096);
