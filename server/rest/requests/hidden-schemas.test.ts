import { describe, expect, it } from 'vitest';
import { setUpRestFixture } from '#server/testing/rest/rest-fixture.ts';

/** The schema `stage` is exposed, `vault` is not. */
const setupSql = `
create schema stage;
create schema vault;
create table stage.plays (id int primary key, name text);
create table stage.players (id int primary key, name text);
create table vault.secret_casting (
  play_id int constraint secret_play references stage.plays (id),
  player_id int constraint secret_player references stage.players (id),
  primary key (play_id, player_id)
);
create table vault.castings (
  play_id int constraint hidden_play references stage.plays (id),
  player_id int constraint hidden_player references stage.players (id),
  primary key (play_id, player_id)
);
create table vault.secret_trips (
  id int primary key,
  from_id int constraint secret_from references stage.plays (id),
  to_id int constraint secret_to references stage.plays (id)
);
create table vault.secret_twins (
  id int primary key,
  play_id int constraint secret_twin references stage.plays (id)
    constraint secret_other_twin references stage.plays (id)
);
create table vault.secret_pairs (a int, b int, primary key (a, b));
create table vault.secret_ends (
  one_a int, one_b int, two_a int, two_b int,
  constraint secret_one foreign key (one_a, one_b) references vault.secret_pairs (a, b),
  constraint secret_two foreign key (two_a, two_b) references vault.secret_pairs (a, b)
);
insert into stage.plays values (1, 'Faust'), (2, 'Medea');
insert into stage.players values (1, 'Ada'), (2, 'Ben');
insert into vault.secret_casting values (1, 2);
insert into vault.castings values (1, 1);
insert into vault.secret_trips values (1, 1, 2);
insert into vault.secret_twins values (1, 2);
create view stage.castings as select play_id, player_id from vault.castings;
create view stage.trips as select id, from_id, to_id from vault.secret_trips;
create view stage.twins as select id, play_id from vault.secret_twins;
create view stage.pairs as select a, b from vault.secret_pairs;
create view stage.ends as select one_a, one_b, two_a, two_b from vault.secret_ends;
grant usage on schema stage to anon, authenticated;
grant select on all tables in schema stage to anon, authenticated;
`;

const rest = await setUpRestFixture({ schemas: ['stage'], setupSql });

function hint(target: string): string {
  return `Try changing '${target}' to one of the following: '${target}!from_id', '${target}!to_id'. Find the desired relationship in the 'details' key.`;
}

const get = (path: string) => rest.send('GET', path, { as: 'anon' });

describe('a junction in a schema that is not exposed', () => {
  it('gives no relationship by itself, but a view of it does', async () => {
    const { status, json } = await get('/plays?select=name,players(name)&order=id');
    expect({ status, json }).toEqual({
      status: 200,
      json: [
        { name: 'Faust', players: [{ name: 'Ada' }] },
        { name: 'Medea', players: [] },
      ],
    });
  });

  it('cannot be used as a hint', async () => {
    const { status, json } = await get('/plays?select=name,players!secret_casting(name)');
    expect({ status, json }).toMatchObject({ status: 400, json: { code: 'PGRST200' } });
  });
});

describe('two keys of one column in a table that is not exposed', () => {
  it('embed like one, since no hint could tell them apart', async () => {
    const one = await get('/twins?select=id,plays(name)');
    expect(one.json).toEqual([{ id: 1, plays: { name: 'Medea' } }]);
    const many = await get('/plays?select=name,twins(id)&order=id');
    expect(many.json).toEqual([
      { name: 'Faust', twins: [] },
      { name: 'Medea', twins: [{ id: 1 }] },
    ]);
  });
});

describe('PGRST201 about keys of a table that is not exposed', () => {
  it('suggests columns of the view, which work as hints', async () => {
    const { status, json, text } = await get('/trips?select=id,plays(name)');
    expect({ status, json }).toMatchObject({
      status: 300,
      json: {
        code: 'PGRST201',
        details: [
          {
            cardinality: 'many-to-one',
            embedding: 'trips with plays',
            relationship: 'from_id using trips(from_id) and plays(id)',
          },
          { relationship: 'to_id using trips(to_id) and plays(id)' },
        ],
        hint: hint('plays'),
      },
    });
    expect(text).not.toMatch(/secret|vault/);
    const chosen = await get('/trips?select=id,plays!to_id(name)');
    expect(chosen.json).toEqual([{ id: 1, plays: { name: 'Medea' } }]);
  });

  it('suggests columns from the other side, too', async () => {
    const { status, json, text } = await get('/plays?select=name,trips(id)&order=id');
    expect({ status, json }).toMatchObject({
      status: 300,
      json: { hint: hint('trips') },
    });
    expect(text).not.toMatch(/secret|vault/);
    const chosen = await get('/plays?select=name,trips!from_id(id)&order=id');
    expect(chosen.json).toEqual([
      { name: 'Faust', trips: [{ id: 1 }] },
      { name: 'Medea', trips: [] },
    ]);
  });

  it('does not name a constraint of several columns, which still works as a hint', async () => {
    const { status, json, text } = await get('/ends?select=one_a,pairs(a)');
    expect({ status, json }).toMatchObject({
      status: 300,
      json: {
        hint: null,
        details: [
          { relationship: 'ends(one_a, one_b) and pairs(a, b)' },
          { relationship: 'ends(two_a, two_b) and pairs(a, b)' },
        ],
      },
    });
    expect(text).not.toMatch(/secret|vault/);
    expect((await get('/ends?select=one_a,pairs!secret_one(a)')).json).toEqual([]);
  });
});
