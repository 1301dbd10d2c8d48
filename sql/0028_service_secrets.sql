-- Random bytes that all processes on this database share and nobody else knows, each drawn by the first that asks for it.

create table service_secrets (
  name  text primary key,
  value bytea not null
);
