-- Whether the last attempt at an endpoint took long: slow receivers leave some places of a process to the others. Null: it was never tried.

alter table endpoints add column slow boolean;
