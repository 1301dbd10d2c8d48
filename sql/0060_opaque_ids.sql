-- Ids that tell nothing. Accounts see the ids of their own things, and from ids that count up they would learn how much others make.
-- `seq` counts the rows of a table, for their order; nobody outside sees it. `id` is that number under a permutation of 31 bits: a
-- Feistel network of 8 rounds over 32 bits, with SHA-256 and a secret key for each table, applied again until the result is an id
-- that may be given (cycle walking). So no two rows get the same id, whoever inserts them at the same time. Rows that are there keep
-- their ids: only numbers above them (`above`) are permuted, among themselves.

create table id_keys (
  table_name text primary key,
  key        bytea not null,
  above      integer not null
);

create function opaque_id(of_table text, seq integer) returns integer language plpgsql stable as $$
declare
  secret  id_keys;
  number  bigint := seq;
  left_   integer;
  right_  integer;
  mixed   bytea;
  swapped integer;
begin
  select * into strict secret from id_keys where table_name = of_table;
  loop
    left_ := number >> 16;
    right_ := number & 65535;
    for round in 1..8 loop
      mixed := sha256(secret.key || int4send(round) || int4send(right_));
      swapped := left_ # (get_byte(mixed, 0) << 8 | get_byte(mixed, 1));
      left_ := right_;
      right_ := swapped;
    end loop;
    number := left_::bigint << 16 | right_;
    exit when number > secret.above and number <= 2147483647;
  end loop;
  return number;
end $$;

create function give_opaque_id() returns trigger language plpgsql as $$
begin
  new.id := opaque_id(tg_table_name, new.seq);
  return new;
end $$;

-- For a table of accounts' things whose `id` is an identity column.
create procedure make_ids_opaque(of_table text) language plpgsql as $$
declare
  last integer;
begin
  execute format('lock table %I', of_table);
  execute format(
    'select case when is_called then last_value else 0 end from %s', pg_get_serial_sequence(of_table, 'id')
  ) into last;
  insert into id_keys values (of_table, sha256(uuid_send(gen_random_uuid()) || uuid_send(gen_random_uuid())), last);
  execute format('alter table %I alter id drop identity, add seq integer', of_table);
  execute format('update %I set seq = id', of_table);
  execute format(
    'alter table %I alter seq set not null, alter seq add generated always as identity (start with %s)', of_table, last + 1
  );
  execute format(
    'create trigger %I before insert on %I for each row when (new.id is null) execute function give_opaque_id()',
    of_table || '_id', of_table
  );
end $$;

call make_ids_opaque('reports');
call make_ids_opaque('competitors');
call make_ids_opaque('tracked_keywords');
call make_ids_opaque('api_keys');
call make_ids_opaque('audit_events');

-- What was ordered by id is ordered by seq.
drop index reports_newest;
create index reports_newest on reports (account_id, created_at desc, seq desc);
drop index reports_unfinished;
create index reports_unfinished on reports (seq) where status in ('queued', 'processing');
drop index audit_events_account;
create index audit_events_account on audit_events (account_id, seq desc);
