import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, it } from 'vitest';
import { setUpTestDatabase } from '#server/testing/test-database.ts';
import { planImport } from '#web/features/import/prepare/import-plan.ts';
import type { SourcePreview } from '#web/features/import/prepare/import-preview.ts';
import { prepareImport } from '#web/features/import/prepare/prepare-import.ts';
import { entriesToCompare, toRequest } from '#web/features/import/prepare/to-request.ts';
import { readFile } from '#web/features/import/read/read-file.ts';
import { createRandom, pick } from '../../../bench/random.ts';
import { newPerson, sendImport } from '../world.ts';

/* Exports made at random are previewed and imported with the page's own code: the counts must agree. */

const test = await setUpTestDatabase();
/** Prompts of somebody else: public, public in a group, private, and no prompt at all. */
let foreign: readonly string[];

beforeAll(async () => {
  const owner = await newPerson(test);
  const rows = await test.sql<{ id: string }>(
    `with g as (insert into groups (name, user_id) values ('G', $1) returning id)
     insert into prompts (title, content, user_id, is_public, group_id)
     select 'T' || n, 'C', $1, n < 3, case n when 2 then g.id end from g, generate_series(1, 3) n
     returning id`,
    [owner],
  );
  foreign = [...rows.map(({ id }) => id), randomUUID()];
});

const times = ['2025-01-01T00:00:00.123456+00:00', '2025-02-02T02:02:02+02:00'];
const texts = ['Ä "x" \\ \n\t\u0001\u007f', '🎭', 'plain', 'Plain'];

/** Returns a library with many equal entries, and with prompts that are equal to each other. */
function randomLibrary(seed: number): unknown {
  const next = createRandom(seed);
  const some = <T>(most: number, create: (index: number) => T) =>
    Array.from({ length: Math.floor(next() * (most + 1)) }, (_, index) => create(index));
  const prompts = some(6, (index) => ({
    id: `p${index}`,
    title: pick(texts, next()),
    content: pick(['1', '2'], next()),
  }));
  const ids = [...prompts.map(({ id }) => id), ...foreign];
  const anyPrompt = () => pick([...ids, null], next());
  const more = createRandom(seed + 5000);
  const chainStep = (prompt: string | null, index: number) => ({
    ...pick(
      [
        { prompt },
        { title: pick(texts, more()), content: pick(['C', `On {{> ${randomUUID()}}}`], more()) },
      ],
      more(),
    ),
    bindings: pick(
      [{}, { bb: { text: pick(texts, more()) }, ...(index > 0 ? { a: { step: 1 } } : {}) }],
      more(),
    ),
  });
  const step = () => ({
    prompt_id: anyPrompt(),
    version: 3,
    title: pick(texts, next()),
    content: pick([null, 'C'], next()),
    values: pick([{}, { bb: '1', a: '2', ß: '3' }], next()),
  });
  const usable = prompts.filter(
    ({ title, content }, index) =>
      prompts.findIndex((each) => each.title === title && each.content === content) === index,
  );
  return {
    cuebook: 3,
    groups: some(4, (index) => ({
      id: `g${index}`,
      name: pick(['A', ' a', 'B', 'É'], next()),
      parent: index === 0 ? null : pick([null, `g${index - 1}`], next()),
    })),
    prompts: prompts.map((prompt) =>
      usable.includes(prompt) && next() < 0.5 ? { ...prompt, last_use: { uses: 2 } } : prompt,
    ),
    chains: some(6, (index) => ({
      id: `c${index}`,
      title: pick(texts, next()),
      description: pick([null, ''], next()),
      steps: some(2, (step) => chainStep(anyPrompt(), step)),
    })),
    runs: some(6, () => ({
      title: 'Run',
      chain: pick(['c0', 'gone', null], next()),
      state: 'finished',
      created_at: pick([...times, null, '2999-01-01'], next()),
      steps: some(2, step),
      answers: some(1, () => pick(texts, next())),
    })),
    comments: some(6, () => ({
      prompt: pick(ids, next()),
      body: pick(texts, next()),
      created_at: pick(times, next()),
    })),
    uses: some(2, (index) => ({ prompt: foreign[index] })),
  };
}

interface Counts {
  readonly prompts: number;
  readonly groups: number;
  readonly chains: number;
  readonly runs: number;
  readonly comments: number;
  readonly uses: number;
}

async function callAs<T>(person: string, call: string, ...values: string[]): Promise<T> {
  const rows = await test.succeedAs(person, `select ${call} as result`, ...values);
  return JSON.parse(rows[0]?.['result'] ?? 'null') as T;
}

async function sourceOf(person: string, library: unknown): Promise<SourcePreview> {
  const file = prepareImport(
    readFile('mine.json', new TextEncoder().encode(JSON.stringify(library))),
  );
  const prints = file.prompts.map(({ fingerprint }) => fingerprint);
  const found = await callAs<string[]>(
    person,
    'to_json(known_prompts($1))',
    `{${prints.join(',')}}`,
  );
  return { name: 'mine.json', file, libraryFingerprints: new Set(found) };
}

const choices = (includeExisting: boolean) => ({
  includeExisting,
  publish: false,
  variables: new Set<never>(),
  group: '',
  tags: [],
});

/** Returns what the preview promises for files that are imported one after the other. */
async function preview(
  person: string,
  libraries: readonly unknown[],
  includeExisting: boolean,
): Promise<Counts[]> {
  const sources = await Promise.all(libraries.map((each) => sourceOf(person, each)));
  const plans = planImport({ sources }, choices(includeExisting));
  const entries = plans.flatMap((plan, index) =>
    entriesToCompare(plan, choices(includeExisting)).map((entry) => ({
      ...entry,
      file: index + 1,
    })),
  );
  const counts = await callAs<{ file: number; kind: string; new: number }[]>(
    person,
    'preview_import($1, $2)',
    JSON.stringify(entries),
    String(includeExisting),
  );
  return plans.map(({ stored }, index) => {
    const of = (kind: string) =>
      counts.find((each) => each.file === index + 1 && each.kind === kind)?.new ?? 0;
    return {
      prompts: stored.length,
      groups: of('groups'),
      chains: of('chains'),
      runs: of('runs'),
      comments: of('comments'),
      uses: of('uses'),
    };
  });
}

async function importOne(
  person: string,
  library: unknown,
  includeExisting: boolean,
): Promise<Counts> {
  const source = await sourceOf(person, library);
  const [plan] = planImport({ sources: [source] }, choices(includeExisting));
  if (!plan) throw new Error('There is no plan');
  const {
    includeExisting: _include,
    publish: _publish,
    ...content
  } = toRequest(plan, choices(includeExisting));
  const id = await sendImport(test, person, content);
  const result = await callAs<Record<string, number>>(
    person,
    'import_library($1, $2)',
    id,
    String(includeExisting),
  );
  return {
    prompts: result['imported'] ?? -1,
    groups: result['new_groups'] ?? -1,
    chains: result['new_chains'] ?? -1,
    runs: result['new_runs'] ?? -1,
    comments: result['new_comments'] ?? -1,
    uses: result['new_uses'] ?? -1,
  };
}

describe('preview_import', () => {
  it.each(Array.from({ length: 12 }, (_, index) => index + 1))(
    'counts what import_library then stores, file after file (seed %i)',
    async (seed) => {
      const person = await newPerson(test);
      const [one, two] = [randomLibrary(seed), randomLibrary(seed + 1000)];
      for (const includeExisting of [false, false, true, false]) {
        const expected = await preview(person, [one, two], includeExisting);
        const stored = [
          await importOne(person, one, includeExisting),
          await importOne(person, two, includeExisting),
        ];
        expect(stored).toEqual(expected);
        // The second import of the same file finds everything, except what was dated later than now.
        const [again] = await preview(person, [one], false);
        expect(again).toMatchObject({ prompts: 0, groups: 0, chains: 0, comments: 0, uses: 0 });
      }
    },
  );

  it('compares with the library of the caller only, and finds nothing in the bin', async () => {
    const [ann, ben] = [await newPerson(test), await newPerson(test)];
    const library = {
      cuebook: 2,
      prompts: [{ id: 'p', title: 'P', content: 'C', last_use: {} }],
      groups: [{ id: 'g', name: 'G' }],
      chains: [{ id: 'c', title: 'C', steps: [{ prompt: 'p' }] }],
      runs: [{ title: 'R', state: 'finished', created_at: times[0] }],
      comments: [{ prompt: 'p', body: 'B', created_at: times[0] }],
    };
    const all = { prompts: 1, groups: 1, chains: 1, runs: 1, comments: 1, uses: 1 };
    const none = { prompts: 0, groups: 0, chains: 0, runs: 0, comments: 0, uses: 0 };
    expect(await importOne(ann, library, false)).toEqual(all);
    expect(await preview(ann, [library], false)).toEqual([none]);
    expect(await preview(ben, [library, library], false)).toEqual([all, none]);
    await test.asUser(ann, 'update groups set deleted_at = now()');
    await test.asUser(ann, 'update prompts set deleted_at = now() where user_id = auth.uid()');
    expect(await preview(ann, [library], false)).toEqual([{ ...all, runs: 0 }]);
    expect(await importOne(ann, library, false)).toEqual({ ...all, runs: 0 });
  });

  it('is not available to people who are not signed in', async () => {
    const { refusal } = await test.asUser(null, "select preview_import('[]')");
    expect(refusal?.code).toBe('42501');
  });
});
