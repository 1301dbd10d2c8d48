-- In which words a language model would look for a niche, so that it is asked once about the same one, also by reports that are written at the
-- same time: who is to ask enters the row first, and fills it later. It belongs to no account: the niche is all that the model was told.

create table expansions (
  -- SHA-256 of who was asked, in which words, about which niche.
  hash bytea primary key,
  niche text not null,
  model text not null,
  asked_at timestamptz not null,
  -- Null while the model is asked; who asks has until some time after `asked_at`.
  expansion jsonb
);

create index expansions_asked_at on expansions (asked_at);
