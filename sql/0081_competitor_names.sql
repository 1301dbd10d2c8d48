-- What else a competitor is called, and phrases in which its name means something else.

alter table competitors
  add column aliases text[] not null default '{}',
  add column exclude text[] not null default '{}';
