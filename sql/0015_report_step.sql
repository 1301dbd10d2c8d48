-- What is being done to a report that is `processing`. Only read while it is: a process that ends a report need not clear it.

alter table reports add column step text check (step in ('gathering', 'writing', 'checking'));
