import { expect, it, onTestFinished } from 'vitest';
import { openRestFixture } from '#server/testing/rest/rest-fixture.ts';

/**
 * Sends a request and returns null if the response is valid before, between or after the schema
 * changes; otherwise returns the response.
 */
type Check = () => Promise<unknown>;

it('/rest/v1 returns no wrong response while the schema changes under load', async () => {
  const rest = await openRestFixture();
  onTestFinished(() => rest.close());
  const changes = 12;
  let changed = 0;

  async function check(
    path: string,
    isValid: (json: unknown) => boolean,
    body?: unknown,
  ): Promise<unknown> {
    const { status, json } = await rest.send(body === undefined ? 'GET' : 'POST', path, { body });
    return status < 300 && isValid(json) ? null : { path, status, json };
  }
  const equals = (expected: unknown) => (json: unknown) =>
    JSON.stringify(json) === JSON.stringify(expected);

  const checks: readonly Check[] = [
    // All columns including the new ones: never a column too early, nor a value in a wrong
    // column.
    () =>
      check('/directors?select=*&id=eq.1', (json) => {
        const versions = Array.from({ length: changed + 1 }, (_, index) => {
          const added = Array.from({ length: index }, (__, at): [string, number] => [
            `added${at}`,
            at,
          ]);
          const director = { id: 1, name: 'Varda', born: '1928-05-30' };
          return [{ ...director, ...Object.fromEntries<number>(added) }];
        });
        return versions.some((version) => equals(version)(json));
      }),
    () =>
      check(
        '/films?select=id,directors(name)&id=eq.3',
        equals([{ id: 3, directors: { name: 'Kurosawa' } }]),
      ),
    () => check('/films?select=label&id=eq.3', equals([{ label: 'Ran!' }])),
    () => check('/rpc/add?a=2&b=3', equals(5)),
    () =>
      check('/rpc/films_of', (json) => Array.isArray(json) && json.length === 2, { year: 1985 }),
    () =>
      check(
        '/directors?select=name,...films(ids:id)&id=eq.2',
        equals([{ name: 'Kurosawa', ids: [3, 4] }]),
      ),
  ];

  const stop = new AbortController();
  const wrong: unknown[] = [];
  let responses = 0;
  const traffic = Array.from({ length: 12 }, async (_, index) => {
    for (let at = index; !stop.signal.aborted; at += 1) {
      const failure = await checks[at % checks.length]?.();
      responses += 1;
      if (failure !== null) wrong.push(failure);
    }
  });
  for (let at = 0; at < changes; at += 1) {
    changed += 1;
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
  expect(responses).toBeGreaterThan(changes);
  expect(rest.logged).toEqual([]);
});
