/** A name of the maximum length. */
export const longName = 'n'.repeat(63);

/** A second schema for the tests of /rest/v1, with rarer cases than the films. */
export const shapesSchema = `
create schema shapes;
create type shapes.mood as enum ('calm', 'tense');
create type shapes.place as (x numeric, y int);
create table shapes.clients (id int primary key, name text not null);
create table shapes.projects (id int primary key, name text not null, client_id int references shapes.clients (id));
create table shapes.tasks (
  id int primary key, name text, project_id int references shapes.projects (id), hours numeric, done boolean, due timestamptz
);
create table shapes.workers (id int primary key, name text, boss_id int references shapes.workers (id), skills text[]);
create table shapes.assignments (
  worker_id int references shapes.workers (id), task_id int references shapes.tasks (id), primary key (worker_id, task_id)
);
create table shapes.teams (id int primary key, lead_id int);
create table shapes.members (id int primary key, team_id int constraint member_team references shapes.teams (id));
alter table shapes.teams add constraint team_lead foreign key (lead_id) references shapes.members (id);
create table shapes.rates (room int4range, during daterange, price int);
create table shapes.stays (id int primary key, room int4range, during daterange);
do $$ begin
  if current_setting('server_version_num')::int >= 180000 then
    execute 'alter table shapes.rates add primary key (room, during without overlaps)';
    execute 'alter table shapes.stays
      add foreign key (room, period during) references shapes.rates (room, period during)';
  end if;
end $$;
create table shapes.budgets (project_id int unique references shapes.projects (id), amount int, spent jsonb);
create table shapes.counters (id int primary key default 7, label char(3), bits bit(3), note varchar(5) default 'none');
create domain shapes.filled as text not null check (value <> '');
create domain shapes.counted as int default 7;
create table shapes.forms (id int primary key, title shapes.filled default 'untitled', copies shapes.counted);
create table shapes.pairs (a int, b text, extra text, primary key (a, b));
create table shapes.links (
  id int primary key, a int, b text, next_id int references shapes.links (id),
  foreign key (a, b) references shapes.pairs (a, b)
);
create table shapes.measured (
  id int primary key, span int4range, moods shapes.mood[], place shapes.place, bytes bytea, doc xml,
  stamp timestamptz, "with space" text, "quo""te" text, words text, facts jsonb, raw json, ids int[]
);
create table shapes.events (day date not null, id int not null, client_id int references shapes.clients (id), primary key (day, id))
  partition by range (day);
create table shapes.events_2024 partition of shapes.events for values from ('2024-01-01') to ('2025-01-01');
create table shapes.events_2025 partition of shapes.events for values from ('2025-01-01') to ('2026-01-01');
create table shapes.${longName} (id int primary key, up int references shapes.${longName} (id), name text);
create table shapes."Überschrift" ("größe" int primary key, "名前" text);

insert into shapes.clients values (1, 'Acme'), (2, 'Bolt'), (3, 'Idle');
insert into shapes.projects values (1, 'Roof', 1), (2, 'Door', 1), (3, 'Wire', 2), (4, 'Orphan', null);
insert into shapes.tasks values
  (1, 'saw', 1, 2.5, true, '2024-05-01 10:00+00'), (2, 'nail', 1, 1.5, false, null), (3, 'paint', 2, 4, true, null),
  (4, 'pull', 3, 8, false, null), (5, 'nothing', null, null, null, null);
insert into shapes.workers values (1, 'Ada', null), (2, 'Ben', 1), (3, 'Cy', 1), (4, 'Di', 2);
update shapes.workers set skills = case id when 1 then '{saw}' else '{}' end::text[] where id < 3;
insert into shapes.assignments values (2, 1), (3, 1), (2, 3), (4, 4);
insert into shapes.budgets values (1, 100, '{"total": 70}'), (2, 50, '{"total": 20}');
insert into shapes.pairs values (1, 'x', 'first'), (1, 'y', 'second'), (2, 'x', null);
insert into shapes.links values (2, 1, 'y', null), (1, 1, 'x', 2);
insert into shapes.measured (id, span, moods, place, bytes, doc, stamp, "with space", "quo""te", words, facts, raw, ids) values
  (1, '[1,3)', '{calm}', '(1.5,2)', '\\xdeadbeef', '<a>1</a>', '2024-03-04 12:00:00+00', 's1', 'q1',
    'the quick brown foxes', '{"k": {"!odd key#": 1}, "list": [10, 20], "n": null}', '{"b": 1, "a": 2}', '{1,2}'),
  (2, '[3,9)', '{calm,tense}', null, null, null, null, 'a\\b "c"', null, 'lazy dogs', null, null, '{}');
insert into shapes.events values ('2024-02-03', 1, 1), ('2025-02-03', 2, 2);
insert into shapes.${longName} values (1, null, 'root'), (2, 1, 'kid'), (3, 2, 'grandkid');
insert into shapes."Überschrift" values (1, '太郎');

create view shapes.open_tasks as select id, name, project_id from shapes.tasks where not done;
create view shapes.project_names as select p.id as project_key, p.name, c.name as client_name
  from shapes.projects p left join shapes.clients c on c.id = p.client_id;
create view shapes.deals as select id, client_id as buyer, client_id as payer from shapes.projects;
create view shapes.crossed_links as
  select l.id, l.a, n.b from shapes.links l join shapes.links n on n.id = l.next_id;
create view shapes.link_steps as select l.id, l.a, l.b, n.a as next_a, n.b as next_b
  from shapes.links l join shapes.links n on n.id = l.next_id;
create view shapes.next_links as select id, next_a, next_b from shapes.link_steps;
create view shapes.crossed_steps as select id, a, next_b from shapes.link_steps;
create materialized view shapes.hours as select project_id, sum(hours) as total from shapes.tasks group by project_id;
create view shapes.inbox as select id, name from shapes.clients where false;
create function shapes.take_in() returns trigger language plpgsql as $$
begin insert into shapes.clients values (new.id, new.name); return new; end $$;
create view shapes.letters as select 0 as id, ''::text as name where false;
create trigger letters_in instead of insert on shapes.letters for each row execute function shapes.take_in();

create function shapes.boss(shapes.workers) returns setof shapes.workers rows 1 language sql stable
  as $$ select * from shapes.workers w where w.id = $1.boss_id $$;
create function shapes.helpers(shapes.workers) returns setof shapes.workers language sql stable
  as $$ select * from shapes.workers w where w.boss_id = $1.id $$;
create function shapes.shout(shapes.clients) returns text language sql immutable as $$ select upper($1.name) $$;
create function shapes.shout(shapes.projects) returns text language sql immutable as $$ select lower($1.name) $$;
create function shapes.clients(shapes.tasks) returns setof shapes.clients rows 1 language sql stable
  as $$ select c.* from shapes.clients c join shapes.projects p on p.client_id = c.id where p.id = $1.project_id $$;

create table shapes.motto (motto text, client_id int);
insert into shapes.motto values ('Beep', 1);
create function shapes.owner(shapes.motto) returns setof shapes.clients rows 1 language sql stable
  as $$ select * from shapes.clients c where c.id = $1.client_id $$;

create function shapes.vector(shapes.measured) returns tsvector language sql immutable
  as $$ select to_tsvector('english', $1.words) $$;
create function shapes.said(shapes.measured) returns text language sql immutable as $$ select $1.words $$;
create function shapes.said_json(shapes.measured) returns json language sql immutable
  as $$ select json_build_object('said', $1.words) $$;
create function shapes.sentences() returns table (id int, sentence text, facts jsonb) language sql stable
  as $$ select m.id, m.words, m.facts from shapes.measured m $$;
create type shapes.sentence as (id int, words text);
create function shapes.typed_sentences() returns setof shapes.sentence language sql stable
  as $$ select m.id, m.words from shapes.measured m $$;
create function shapes.vectors() returns table (id int, vector tsvector) language sql stable
  as $$ select m.id, shapes.vector(m) from shapes.measured m $$;
create function shapes.is_near(shapes.place, shapes.place) returns boolean language sql immutable
  as $$ select abs($1.x - $2.x) < 1 $$;
create operator shapes.~ (leftarg = shapes.place, rightarg = shapes.place, function = shapes.is_near);

create domain shapes.hex as int;
create function shapes.hex_json(shapes.hex) returns json language sql immutable
  as $$ select to_json('#' || lpad(to_hex($1), 6, '0')) $$;
create function shapes.hex_of(text) returns shapes.hex language sql immutable
  as $$ select ('x' || lpad(ltrim($1, '#'), 8, '0'))::bit(32)::int::shapes.hex $$;
create function shapes.hex_of(json) returns shapes.hex language sql immutable
  as $$ select shapes.hex_of($1 #>> '{}') $$;
create cast (shapes.hex as json) with function shapes.hex_json(shapes.hex) as implicit;
create cast (json as shapes.hex) with function shapes.hex_of(json) as implicit;
create cast (text as shapes.hex) with function shapes.hex_of(text) as implicit;
create table shapes.paints (id int primary key, colour shapes.hex, name text default 'plain');
insert into shapes.paints values (1, 255, 'blue'), (2, 65280, 'green');
create domain shapes.slug as text;
create function shapes.slug_of(text) returns shapes.slug language sql immutable
  as $$ select replace(lower($1), '*', '')::shapes.slug $$;
create cast (text as shapes.slug) with function shapes.slug_of(text) as implicit;
create table shapes.pages (slug shapes.slug primary key);
insert into shapes.pages values ('help'), ('hello'), ('news');

create domain shapes."text/html" as text;
create domain shapes."application/x-dots" as bytea;
create domain shapes."*/*" as bytea;
create function shapes.page(who text) returns shapes."text/html" language sql immutable
  as $$ select ('<p>' || who || '</p>')::shapes."text/html" $$;
create function shapes.anything() returns shapes."*/*" language plpgsql stable as $$
begin
  perform set_config('response.headers', '[{"Content-Type": "image/x-any"}]', true);
  return convert_to('any', 'UTF8');
end $$;
create function shapes.dot_row(bytea, shapes.pairs) returns bytea language sql immutable
  as $$ select $1 || convert_to(coalesce($2.extra, '') || '.', 'UTF8') $$;
create function shapes.dot_end(bytea) returns shapes."application/x-dots" language sql immutable as $$ select $1 $$;
create domain shapes."application/x-list" as text;
create function shapes.list_item(text, anyelement) returns shapes."application/x-list" language sql immutable
  as $$ select concat_ws(' ', $1, to_json($2)) $$;
create aggregate shapes.list (anyelement) (sfunc = shapes.list_item, stype = shapes."application/x-list");
create aggregate shapes.dots (shapes.pairs) (sfunc = shapes.dot_row, stype = bytea, initcond = '', finalfunc = shapes.dot_end);

create function shapes.letter(code char(3), size varchar(2) default 'm') returns text language sql immutable
  as $$ select code || '-' || size $$;
create function shapes.quoted("a.b" int, "limit" int default 0) returns int language sql immutable
  as $$ select "a.b" * 10 + "limit" $$;
create function shapes.own_names() returns table (_t int, word text) language sql immutable
  as $$ values (1, 'one'), (2, 'two') $$;
create function shapes.a_record() returns record language sql immutable as $$ select 1 as one, 'two'::text as two $$;
create function shapes.records() returns setof record language sql immutable as $$ values (1, 'a'), (2, 'b') $$;
create function shapes.total(variadic n int[]) returns int language sql immutable as $$ select sum(x)::int from unnest(n) x $$;
create function shapes.many_clients() returns setof shapes.clients language sql stable as $$ select * from shapes.clients $$;
create function shapes.no_client() returns shapes.clients language sql stable as $$ select * from shapes.clients where false $$;
create function shapes.names() returns setof text language sql stable as $$ select name from shapes.clients order by id $$;
create function shapes.json_one(data json) returns json language sql immutable as $$ select data $$;
create function shapes.json_any(jsonb) returns jsonb language sql immutable as $$ select $1 $$;
create function shapes.cookie() returns text language sql stable
  as $$ select current_setting('request.cookies', true)::json ->> 'tea' $$;
create function shapes.zone() returns text language sql stable as $$ select current_setting('timezone') $$;
create function shapes.isolated() returns text language sql stable set default_transaction_isolation = 'serializable'
  as $$ select current_setting('transaction_isolation') $$;
create function shapes.isolation() returns text language sql stable
  as $$ select current_setting('transaction_isolation') $$;
create function shapes.before() returns void language plpgsql as $$
begin
  if current_setting('request.headers', true)::json ->> 'x-refuse' is not null then
    raise sqlstate 'PT429' using message = 'Slower';
  end if;
  perform set_config('response.headers', '[{"X-Before": "' || current_user || '"}]', true);
end $$;

grant usage on schema shapes to anon, authenticated, service_role;
grant all on all tables in schema shapes to authenticated, service_role;
grant select on all tables in schema shapes to anon;
grant execute on all functions in schema shapes to anon, authenticated, service_role;
`;
