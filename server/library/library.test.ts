import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, it } from 'vitest';
import { createLog } from '#server/log.ts';
import { SeededRandom } from '#server/testing/seeded-random.ts';
import { setUpTestDatabase } from '#server/testing/test-database.ts';
import type { Claims } from '#server/http/caller/caller.ts';
import { Library } from './library.ts';
import { promptName } from '#contract/prompt-reference.ts';

const test = await setUpTestDatabase();
const ada = randomUUID();
const bob = randomUUID();

beforeAll(async () => {
  for (const person of [ada, bob]) {
    await test.sql('insert into auth.users (id, email) values ($1, $2)', [
      person,
      `${person}@example.com`,
    ]);
  }
});

function libraryOf(person: string | null, claims: Claims = {}): Library {
  const role = person === null ? 'anon' : 'authenticated';
  const all = person === null ? { role } : { sub: person, role, ...claims };
  const services = {
    runner: test.database.requests,
    log: createLog('error', (line) => {
      throw new Error(line);
    }),
  };
  return new Library(services, {
    caller: { apiKey: 'none', role, claims: all, claimsJson: JSON.stringify(all) },
    clientAddress: () => '203.0.113.9',
    path: '/test',
  });
}

interface NewPrompt {
  readonly title?: string;
  readonly content: string;
  readonly isPublic?: boolean;
  readonly id?: string;
}

async function write({ title = 'A prompt', content, isPublic = false, id }: NewPrompt) {
  const [row] = await test.sql<{ id: string }>(
    `insert into public.prompts (id, user_id, title, content, is_public)
      values (coalesce($5, private.new_id()), $1, $2, $3, $4) returning id`,
    [ada, title, content, isPublic, id ?? null],
  );
  if (row === undefined) throw new Error('nothing was inserted');
  return row.id;
}

describe('Library.find', () => {
  it('finds a prompt by id and by name, also by the name that it had before', async () => {
    const id = await write({ title: 'Weekly status', content: 'Hello' });
    const name = promptName({ id, title: 'Weekly status' });
    expect((await libraryOf(ada).find(id)).name).toBe(name);
    expect((await libraryOf(ada).find(name)).id).toBe(id);
    await test.sql(`update public.prompts set title = 'Monthly status' where id = $1`, [id]);
    const renamed = await libraryOf(ada).find(name);
    expect([renamed.id, renamed.title]).toEqual([id, 'Monthly status']);
    expect(renamed.name).toMatch(/^monthly-status-/);
  });

  it('returns the version that is asked for, and refuses one that does not exist', async () => {
    const id = await write({ content: 'first' });
    await test.sql(`update public.prompts set content = 'second' where id = $1`, [id]);
    const [first, second, latest] = await Promise.all(
      [`${id}@1`, `${id}@2`, id].map((reference) => libraryOf(ada).find(reference)),
    );
    expect(first).toMatchObject({ content: 'first', version: 1, latestVersion: 2 });
    expect(second).toMatchObject({ content: 'second', version: 2 });
    expect(latest).toMatchObject({ content: 'second', version: 2 });
    await expect(libraryOf(ada).find(`${id}@3`)).rejects.toMatchObject({ kind: 'not-found' });
  });

  it('shows others public prompts only, and strangers no history', async () => {
    const hidden = await write({ content: 'private' });
    const open = await write({ content: 'old', isPublic: true });
    await test.sql(`update public.prompts set content = 'new' where id = $1`, [open]);
    for (const reader of [libraryOf(bob), libraryOf(null)]) {
      await expect(reader.find(hidden)).rejects.toMatchObject({ kind: 'not-found' });
      expect(await reader.find(promptName({ id: open, title: '' }))).toMatchObject({ id: open });
      expect((await reader.find(`${open}@2`)).content).toBe('new');
      await expect(reader.find(`${open}@1`)).rejects.toMatchObject({ kind: 'not-found' });
    }
  });

  it('does not find a deleted prompt', async () => {
    const id = await write({ content: 'gone' });
    await test.sql('update public.prompts set deleted_at = now() where id = $1', [id]);
    await expect(libraryOf(ada).find(id)).rejects.toMatchObject({ kind: 'not-found' });
  });

  it('tells prompts with the same digits apart by their titles, or refuses', async () => {
    const ids = ['0190aaaa-bbbb-7000-8000-00000000cccc', '0190aaaa-bbbb-7000-8000-00000001cccc'];
    await write({ id: ids[0] ?? '', title: 'One', content: '1' });
    await write({ id: ids[1] ?? '', title: 'Two', content: '2' });
    expect((await libraryOf(ada).find('two-0190aaaabbbbcccc')).id).toBe(ids[1]);
    await expect(libraryOf(ada).find('three-0190aaaabbbbcccc')).rejects.toMatchObject({
      kind: 'ambiguous',
    });
  });

  it('names the scope that an access token lacks', async () => {
    const id = await write({ content: 'x' });
    const token = { access_token: { id: randomUUID(), scopes: ['chains:read'] } };
    await expect(libraryOf(ada, token).find(id)).rejects.toMatchObject({
      kind: 'insufficient-scope',
      scope: 'prompts:read',
    });
  });
});

describe('Library.fill', () => {
  it('puts values in byte by byte, whatever they contain', async () => {
    const random = new SeededRandom(19);
    const pieces = [
      '$&',
      '$1',
      '$$',
      '$`',
      '{{x}}',
      '{{> x}}',
      '{{',
      '}}',
      '\n',
      '\r\n',
      '\\',
      '"',
      'ß',
      '👩‍💻',
      ' ',
    ];
    const id = await write({ content: 'a {{x}} b {{y:Y}} c {{x|long}}' });
    const library = libraryOf(ada);
    const prompt = await library.find(id);
    for (let run = 0; run < 100; run++) {
      const value = random.list(1 + random.below(6), () => random.pick(pieces)).join('');
      const { text } = await library.fill(prompt, { x: value });
      expect(text).toBe(`a ${value} b Y c ${value}`);
    }
  });

  it('keeps default or placeholder where a value is missing or empty', async () => {
    const id = await write({ content: '{{topic}}, {{tone:dry}}, {{size|choice:S,L}}' });
    const library = libraryOf(ada);
    const filled = await library.fill(await library.find(id), { topic: '', tone: '', other: 'x' });
    expect(filled.text).toBe('{{topic}}, dry, S');
    expect(filled.unfilled).toEqual(['topic']);
  });

  it('puts included prompts in, with their variables', async () => {
    const part = await write({ title: 'Part', content: 'Be {{tone:kind}}.' });
    const id = await write({ content: `{{> ${part}}} Then {{> ${part} tone="firm"}}` });
    const library = libraryOf(ada);
    const prompt = await library.find(id);
    expect((await library.expand(prompt)).variables.map(({ name }) => name)).toEqual(['tone']);
    expect((await library.fill(prompt, { tone: 'brief' })).text).toBe('Be brief. Then Be firm.');
  });

  it('records a use with the values, also of a value that the database cannot store', async () => {
    const id = await write({ content: '{{x}}' });
    const library = libraryOf(ada);
    const prompt = await library.find(id);
    await library.fill(prompt, { x: 'seen', unknown: 'not stored' });
    expect((await library.fill(prompt, { x: 'a\0b' })).text).toBe('a\0b');
    expect((await library.fill(prompt, { x: 'a\ud800' })).text).toBe('a\ud800');
    const uses = await test.sql(
      'select uses, last_values from public.prompt_uses where prompt_id = $1',
      [id],
    );
    expect(uses).toEqual([{ uses: 3, last_values: { x: 'seen' } }]);
  });

  it('fills public prompts for people who are not signed in', async () => {
    const id = await write({ content: 'Hi {{name}}', isPublic: true });
    const library = libraryOf(null);
    expect((await library.fill(await library.find(id), { name: 'Eve' })).text).toBe('Hi Eve');
  });
});

describe('Library.takeTurn', () => {
  it('pauses after work on a long text of a caller, which others do not wait for', async () => {
    const work = () => {
      const end = performance.now() + 20;
      while (performance.now() < end);
      return performance.now();
    };
    const [first, second, other] = await Promise.all(
      [ada, ada, bob].map((person) => libraryOf(person).takeTurn('x'.repeat(50_000), work)),
    );
    // 60 ms of pause, and 20 of work.
    expect((second ?? 0) - (first ?? 0)).toBeGreaterThan(78);
    expect(other).toBeLessThan(second ?? 0);
  });
});
