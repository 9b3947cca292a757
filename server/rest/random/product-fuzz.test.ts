/**
 * Sends random calls of the product's functions and random requests to its tables. All must succeed
 * or be refused; none may fail with a server error. `npm run fuzz` sends more of them.
 */
import { beforeAll, describe, expect, it } from 'vitest';
import { randomRequest } from '#server/testing/rest/random-request.ts';
import { randomArgument, type ExistingIds } from '#server/testing/rest/random-values.ts';
import { setUpRestFixture, type FixtureResponse } from '#server/testing/rest/rest-fixture.ts';
import { SeededRandom } from '#server/testing/seeded-random.ts';

const rounds = Number(process.env['FUZZ_ROUNDS'] ?? 300);
const seed = Number(process.env['FUZZ_SEED'] ?? 1);
/** Much more than a round takes. */
const timeout = 60_000 + rounds * 100;

const person = '00000000-0000-4000-9000-00000000000a';
const stranger = '00000000-0000-4000-9000-00000000000b';

interface ProductFunction {
  readonly name: string;
  readonly arguments: readonly { readonly name: string; readonly type: string }[];
}

/**
 * The functions that signed-in people may call, except the one that deletes the caller's account.
 */
const callable = `
  select p.proname as name, coalesce((
    select json_agg(json_build_object('name', p.proargnames[i], 'type', format_type(p.proargtypes[i - 1], -1)) order by i)
    from generate_series(1, p.pronargs) i
  ), '[]') as arguments
  from pg_proc p
  where p.pronamespace = 'public'::regnamespace and p.prokind = 'f' and p.prorettype <> 'trigger'::regtype
    and has_function_privilege('authenticated', p.oid, 'execute') and p.proname <> 'delete_user_account'
  order by p.proname`;

let functions: readonly ProductFunction[];
let ids: ExistingIds;
const rest = await setUpRestFixture({ schemas: ['public'] });
beforeAll(async () => {
  for (const id of [person, stranger]) {
    await rest.db.sql('insert into auth.users (id, email) values ($1, $2)', [
      id,
      `${id}@example.com`,
    ]);
  }
  const [group] = await rest.db.sql<{ id: string }>(
    `insert into public.groups (user_id, name) values ($1, 'A group') returning id`,
    [person],
  );
  const prompts = await rest.db.sql<{ id: string }>(
    `insert into public.prompts (user_id, title, content, description, tags, is_public)
     select case when i = 1 then $2::uuid else $1::uuid end, 'Hello world ' || i, 'Code review {{a}}', 'Nice', '{x}', i % 2 = 0
     from generate_series(1, 40) i returning id`,
    [person, stranger],
  );
  ids = {
    prompt: prompts[1]?.id ?? '',
    hiddenPrompt: prompts[0]?.id ?? '',
    group: group?.id ?? '',
  };
  functions = await rest.db.sql<ProductFunction & Record<string, unknown>>(callable);
});

/** Returns the details of a server error; null if the request succeeded or was refused. */
function failure(sent: FixtureResponse, request: unknown) {
  return sent.status < 500 ? null : { request, status: sent.status, text: sent.text };
}

function call(name: string, body: unknown): Promise<FixtureResponse> {
  return rest.send('POST', `/rpc/${name}`, {
    as: `authenticated:${person}`,
    body: JSON.stringify(body),
    headers: { 'content-type': 'application/json' },
  });
}

describe('random requests to /rest/v1', () => {
  it('cause no server error in search and feed', { timeout }, async () => {
    const random = new SeededRandom(seed);
    const searches = functions.filter(({ name }) => /^(search_prompts|community_feed)$/.test(name));
    expect(searches).toHaveLength(2);
    const codes = new Set<unknown>();
    for (let round = 0; round < rounds; round += 1) {
      const { name, arguments: list } = random.pick(searches);
      const body = Object.fromEntries(
        random
          .some(list, 70)
          .map((argument) => [
            argument.name,
            randomArgument(random, argument.name, argument.type, ids),
          ]),
      );
      const sent = await call(name, body);
      expect(failure(sent, { name, body })).toBeNull();
      codes.add((Object(sent.json) as { code?: unknown }).code);
    }
    // Some requests returned pages, and some cursors were refused.
    expect([...codes]).toEqual(expect.arrayContaining([undefined, '22023']));
  });

  it('cause no server error in any function', { timeout }, async () => {
    const random = new SeededRandom(seed);
    expect(functions.length).toBeGreaterThan(15);
    for (let round = 0; round < rounds; round += 1) {
      const { name, arguments: list } = random.pick(functions);
      const body = Object.fromEntries(
        random
          .some(list, 85)
          .map((argument) => [
            argument.name,
            randomArgument(random, argument.name, argument.type, ids),
          ]),
      );
      expect(failure(await call(name, body), { name, body })).toBeNull();
    }
  });

  it('cause no server error in tables', { timeout }, async () => {
    const random = new SeededRandom(seed);
    for (let round = 0; round < rounds; round += 1) {
      const { method, path, search, accept, prefer, range, contentType, body } =
        randomRequest(random);
      const sent = await rest.send(method, `${path}?${search}`, {
        as: `authenticated:${person}`,
        headers: {
          ...(accept === null ? {} : { accept }),
          ...(prefer === null ? {} : { prefer }),
          ...(range === null ? {} : { range }),
          ...(contentType === '' ? {} : { 'content-type': contentType }),
        },
        ...(method === 'GET' || method === 'HEAD' ? {} : { body }),
      });
      expect(failure(sent, { method, path, search, prefer, body })).toBeNull();
    }
  });
});
