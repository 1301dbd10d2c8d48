-- What processes have taken out of each limit, by window of time. Unlogged: a row means nothing a minute later, and a limit
-- that starts anew after a crash is no loss; in return, taking from one waits for no disk.

create unlogged table rate_limits (
  bucket       text not null,        -- whose limit, and which: `account:7`
  window_start timestamptz not null,
  used         integer not null,     -- taken so far, whether spent or not
  granted      integer not null,     -- what the last one to ask was given
  primary key (bucket, window_start)
);

create index rate_limits_window on rate_limits (window_start); -- old windows are swept every few minutes
