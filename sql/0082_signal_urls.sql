-- An article belongs to all signals that have the address of its page: they are looked up when its text comes or goes.

create index signals_url on signals using hash (url);
