-- Terms are of no language, and nobody reads them in order: comparing them byte by byte, not by the rules of a locale, takes a third off what counting costs.
alter table search_words alter column term type text collate "C", alter column word type text collate "C";
