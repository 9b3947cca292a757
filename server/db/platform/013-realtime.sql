-- The schema `realtime` of a hosted Supabase: policies on its messages decide who may read and
-- write a private topic, and its functions broadcast from SQL.
create schema realtime;
grant usage on schema realtime to anon, authenticated, service_role;

create table realtime.messages (
  topic text not null,
  extension text not null,
  payload jsonb,
  binary_payload bytea,
  event text,
  private boolean not null default false,
  updated_at timestamp not null default (now() at time zone 'UTC'),
  inserted_at timestamp not null default (now() at time zone 'UTC'),
  id uuid not null default gen_random_uuid(),
  primary key (id, inserted_at)
);
comment on table realtime.messages is
  'Messages broadcast from SQL, for replay within three days. Its policies guard private topics.';
create index messages_topic_inserted_at_idx on realtime.messages (topic, inserted_at desc)
  where extension = 'broadcast';
create index messages_inserted_at_idx on realtime.messages (inserted_at);
alter table realtime.messages enable row level security;
grant select, insert on realtime.messages to anon, authenticated, service_role;

create function realtime.topic() returns text
language sql stable
as $$
  select nullif(current_setting('realtime.topic', true), '')
$$;
comment on function realtime.topic() is 'The topic that a policy is asked about, null outside.';

create function realtime.send(payload jsonb, event text, topic text, private boolean default true)
returns void
language plpgsql
as $$
declare
  message_id uuid := gen_random_uuid();
begin
  perform set_config('realtime.topic', topic, true);
  insert into realtime.messages (id, topic, extension, event, private, payload)
  values (message_id, topic, 'broadcast', event, private,
    case when jsonb_typeof(payload) = 'object' and not payload ? 'id'
      then payload || jsonb_build_object('id', message_id) else payload end);
exception when others then
  -- A failed broadcast must not undo the change that it reports.
  raise warning 'The broadcast to % failed: %', topic, sqlerrm;
end
$$;
comment on function realtime.send(jsonb, text, text, boolean) is
  'Broadcasts a JSON payload to a topic when the transaction commits.';

create function realtime.send_binary(payload bytea, event text, topic text, private boolean default true)
returns void
language plpgsql
as $$
begin
  perform set_config('realtime.topic', topic, true);
  insert into realtime.messages (topic, extension, event, private, binary_payload)
  values (topic, 'broadcast', event, private, payload);
exception when others then
  raise warning 'The broadcast to % failed: %', topic, sqlerrm;
end
$$;
comment on function realtime.send_binary(bytea, text, text, boolean) is
  'Broadcasts bytes to a topic when the transaction commits.';

create function realtime.broadcast_changes(
  topic_name text, event_name text, operation text, table_name text, table_schema text,
  new record, old record, level text default 'ROW'
)
returns void
language plpgsql
as $$
begin
  if level = 'STATEMENT' then
    raise exception 'broadcast_changes needs a trigger for each row, not for each statement.';
  end if;
  perform realtime.send(
    jsonb_build_object(
      'schema', table_schema, 'table', table_name, 'operation', operation,
      'record', to_jsonb(new), 'old_record', to_jsonb(old)
    ),
    event_name, topic_name, true
  );
end
$$;
comment on function realtime.broadcast_changes(text, text, text, text, text, record, record, text) is
  'Broadcasts a changed row to a private topic; for triggers.';

-- Asks the policies as the caller, with rows that are rolled back before it returns: variables
-- outlive the block's rollback, rows and settings don't.
create function realtime.topic_rights(caller_role text, claims text, headers text, asked_topic text)
returns table (read_broadcast boolean, read_presence boolean,
  write_broadcast boolean, write_presence boolean)
language plpgsql
as $$
declare
  broadcast_id uuid := gen_random_uuid();
  presence_id uuid := gen_random_uuid();
begin
  begin
    insert into realtime.messages (id, topic, extension, private) values
      (broadcast_id, asked_topic, 'broadcast', true), (presence_id, asked_topic, 'presence', true);
    perform set_config('realtime.topic', asked_topic, true),
      set_config('request.jwt.claims', claims, true),
      set_config('request.headers', headers, true),
      set_config('role', caller_role, true);
    select coalesce(bool_or(id = broadcast_id), false), coalesce(bool_or(id = presence_id), false)
      into read_broadcast, read_presence
      from realtime.messages where id in (broadcast_id, presence_id);
    write_broadcast := true;
    begin
      insert into realtime.messages (topic, extension, private)
      values (asked_topic, 'broadcast', true);
    exception when insufficient_privilege then
      write_broadcast := false;
    end;
    write_presence := true;
    begin
      insert into realtime.messages (topic, extension, private)
      values (asked_topic, 'presence', true);
    exception when insufficient_privilege then
      write_presence := false;
    end;
    raise exception 'roll back' using errcode = 'RT000';
  exception when sqlstate 'RT000' then
    null;
  end;
  return next;
end
$$;
comment on function realtime.topic_rights(text, text, text, text) is
  'What a caller may do on a private topic, by the policies of realtime.messages.';
revoke execute on function realtime.topic_rights(text, text, text, text) from public;

-- Tables that clients may subscribe to are added to the first one.
do $$
begin
  set local client_min_messages = error; -- it warns unless wal_level is logical
  if not exists (select from pg_publication where pubname = 'supabase_realtime') then
    create publication supabase_realtime;
  end if;
  create publication supabase_realtime_messages_publication
    for table realtime.messages with (publish = 'insert');
end
$$;
