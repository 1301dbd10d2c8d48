-- Companies. `search` holds what a company is found by, as lexemes made by domain/CompanySearch.ts: tickers, name, words of
-- the name, their misspellings, words of the industry. Money is whole US dollars or null.

create table companies (
  id                 integer generated always as identity primary key,
  key                text not null unique,
  name               text not null,
  tickers            text[] not null default '{}',
  industry           text,
  revenue            bigint check (abs(revenue) <= 9007199254740991),
  market_cap         bigint check (abs(market_cap) <= 9007199254740991),
  currency           text not null default 'USD',
  revenue_period_end date,
  source_url         text,
  search             tsvector not null,
  updated_at         timestamptz not null
);

create index companies_search on companies using gin (search) with (fastupdate = off);
