-- Whose turn it is to ask: who has lost a turn must not end that of another.

alter table expansions add column turn uuid;

-- Answers without a single word help nobody: the next report may have better luck.
delete from expansions where jsonb_array_length(expansion -> 'terms') = 0;
