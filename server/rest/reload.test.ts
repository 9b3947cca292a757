import { expect, it, onTestFinished } from 'vitest';
import { openRestFixture } from '#server/testing/rest/rest-fixture.ts';

/** Each answer that is right before, between or after the changes; null when it is right, the answer otherwise. */
type Check = () => Promise<unknown>;

it('no answer is wrong while the schema changes under load', { timeout: 60_000 }, async () => {
  const rest = await openRestFixture();
  onTestFinished(() => rest.close());
  const changes = 12;
  let made = 0;

  async function right(
    path: string,
    isRight: (json: unknown) => boolean,
    body?: unknown,
  ): Promise<unknown> {
    const { status, json } = await rest.send(body === undefined ? 'GET' : 'POST', path, { body });
    return status < 300 && isRight(json) ? null : { path, status, json };
  }
  const same = (wanted: unknown) => (json: unknown) =>
    JSON.stringify(json) === JSON.stringify(wanted);

  const checks: readonly Check[] = [
    // All columns, new ones as they come: never one that is not there yet, never a value in the wrong one.
    () =>
      right('/directors?select=*&id=eq.1', (json) => {
        const added = Array.from({ length: made + 1 }, (_, index) => {
          const fresh = Array.from({ length: index }, (__, at): [string, number] => [
            `added${at}`,
            at,
          ]);
          const known = { id: 1, name: 'Varda', born: '1928-05-30' };
          return [{ ...known, ...Object.fromEntries<number>(fresh) }];
        });
        return added.some((wanted) => same(wanted)(json));
      }),
    () =>
      right(
        '/films?select=id,directors(name)&id=eq.3',
        same([{ id: 3, directors: { name: 'Kurosawa' } }]),
      ),
    () => right('/films?select=label&id=eq.3', same([{ label: 'Ran!' }])),
    () => right('/rpc/add?a=2&b=3', same(5)),
    () =>
      right('/rpc/films_of', (json) => Array.isArray(json) && json.length === 2, { year: 1985 }),
    () =>
      right(
        '/directors?select=name,...films(ids:id)&id=eq.2',
        same([{ name: 'Kurosawa', ids: [3, 4] }]),
      ),
  ];

  const stop = new AbortController();
  const wrong: unknown[] = [];
  let answers = 0;
  const traffic = Array.from({ length: 12 }, async (_, index) => {
    for (let at = index; !stop.signal.aborted; at += 1) {
      const answer = await checks[at % checks.length]?.();
      answers += 1;
      if (answer !== null) wrong.push(answer);
    }
  });
  for (let at = 0; at < changes; at += 1) {
    made += 1;
    await rest.db.sql(
      `alter table cinema.directors add column added${at} int not null default ${at}`,
    );
    await rest.db.sql(
      `create table cinema.extra${at} (id int primary key, film_id int references cinema.films (id))`,
    );
    await rest.db.sql(
      `create function cinema.extra${at}_of(x int) returns int language sql as 'select 1'`,
    );
    await rest.db.sql(at % 2 === 0 ? 'notify pgrst' : `notify pgrst, 'reload schema'`);
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
  const last = () => rest.send('GET', `/films?select=id,extra${changes - 1}(id)&id=eq.1`);
  await rest.db.sql(`grant select on all tables in schema cinema to authenticated`);
  await expect
    .poll(async () => (await last()).json)
    .toEqual([{ id: 1, [`extra${changes - 1}`]: [] }]);
  stop.abort();
  await Promise.all(traffic);
  expect(wrong).toEqual([]);
  expect(answers).toBeGreaterThan(changes);
  expect(rest.logged).toEqual([]);
});
