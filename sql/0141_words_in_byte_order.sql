-- Terms are of no language, and nobody reads them in its order: comparing them byte by byte, not by the rules of a locale, takes a quarter off what counting costs.
alter table search_words alter column term type text collate "C", alter column word type text collate "C";
