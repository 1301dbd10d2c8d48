-- Search: what signals are found by. Texts are analysed outside of the database (src/search), so that every engine is given the same
-- terms; which index serves them is decided at the start (src/storage/search). A signal without a row here is not indexed yet: new
-- ones get theirs as they are written, those that were there before in the background, the newest first.

alter table signals drop column search; -- with its index
alter table signals add column language text;

create table search_documents (
  signal_id     integer primary key references signals on delete cascade,
  published_at  timestamptz not null,
  listed_at     timestamptz not null, -- where it stands among the newest: an estimated date a microsecond before its day's dated ones
  first_seen_at timestamptz not null,
  source        text not null,
  language      text not null,
  terms         text not null -- tags | title | text | what else it is found by
);

-- In how many documents each term is, by the words (without accents, '' where nobody would mistype it) that it stands for.
create table search_words (
  term      text not null,
  word      text not null,
  documents integer not null,
  primary key (term, word)
) with (fillfactor = 80);

create table search_languages (
  language  text primary key,
  documents integer not null
) with (fillfactor = 50);

-- One row: how much is indexed. Signals from `below` on are; `analysis` is the version of the rules that made their terms.
create table search_state (
  only_row    boolean primary key default true check (only_row),
  engine      text not null,
  analysis    integer not null,
  below       integer not null,
  documents   integer not null,
  title_terms bigint not null,
  text_terms  bigint not null
) with (fillfactor = 50);

create index search_documents_newest on search_documents (listed_at desc, signal_id desc);
create index search_documents_source on search_documents (source, listed_at desc, signal_id desc);
create index search_documents_language on search_documents (language, listed_at desc, signal_id desc);
alter table search_documents alter column terms set statistics 0; -- nothing to plan by
