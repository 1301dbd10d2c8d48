-- Companies in the order of their size, which breaks ties in search, so that the largest of many answers are found by walking
-- it. `lexicon` is the edition of the rules by which `search` was made; `looked_up_at` is when a register was last asked for
-- the company's details, null for never.

alter table companies add column lexicon integer not null default 1, add column looked_up_at timestamptz;

create index companies_size on companies (market_cap desc nulls last, revenue desc nulls last, id);
