import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import {
  createTestDatabase,
  type Outcome,
  type TestDatabase,
} from '#server/testing/test-database.ts';
import { newPerson, newPrompt } from '../world.ts';

let test: TestDatabase;
let ann: string;
let prompts: string[];
beforeAll(async () => {
  test = await createTestDatabase();
  ann = await newPerson(test);
});
afterAll(() => test.drop());
beforeEach(async () => {
  prompts = [await newPrompt(test, ann), await newPrompt(test, ann), await newPrompt(test, ann)];
});

const save = (
  ids: readonly (string | null | undefined)[],
  chain: string | null = null,
  basedOn: string | null = null,
  title = 'Chain',
): Promise<Outcome> =>
  test.asUser(
    ann,
    'select (c).id, (c).title, (c).updated_at from save_chain($1, $2::uuid[], null, $3, $4) c',
    [title, `{${ids.map((id) => id ?? 'null').join(',')}}`, chain, basedOn],
  );
async function saved(outcome: Promise<Outcome>): Promise<{ id: string; updatedAt: string }> {
  const { rows, refusal } = await outcome;
  expect(refusal).toBeNull();
  return { id: rows[0]?.['id'] ?? '', updatedAt: rows[0]?.['updated_at'] ?? '' };
}
const steps = (chain: string) =>
  test.sql<{ id: string; prompt_id: string | null; sequence_order: number }>(
    'select id, prompt_id, sequence_order from chain_prompts where chain_id = $1 order by sequence_order',
    [chain],
  );

it('save_chain() creates a chain with its steps in order', async () => {
  const { id } = await saved(save(prompts));
  expect((await steps(id)).map((step) => [step.prompt_id, step.sequence_order])).toEqual([
    [prompts[0], 1],
    [prompts[1], 2],
    [prompts[2], 3],
  ]);
});

it('save_chain() reorders, adds, repeats and removes steps, and keeps unchanged rows', async () => {
  const { id } = await saved(save([prompts[0], prompts[1]]));
  const [first, second] = await steps(id);
  await saved(save([prompts[1], prompts[2], prompts[0], prompts[0]], id));
  const after = await steps(id);
  expect(after.map((step) => step.prompt_id)).toEqual([
    prompts[1],
    prompts[2],
    prompts[0],
    prompts[0],
  ]);
  expect(after.map((step) => step.sequence_order)).toEqual([1, 2, 3, 4]);
  expect([after[0]?.id, after[2]?.id]).toEqual([second?.id, first?.id]);
  await saved(save([prompts[2]], id));
  expect((await steps(id)).map((step) => step.prompt_id)).toEqual([prompts[2]]);
});

it('save_chain() keeps and moves a step whose prompt is unreadable or deleted', async () => {
  const sam = await newPerson(test);
  const turnedPrivate = await newPrompt(test, sam, { is_public: true });
  const removed = await newPrompt(test, sam, { is_public: true });
  const { id } = await saved(save([prompts[0], turnedPrivate, removed]));
  await test.sql('update prompts set is_public = false where id = $1', [turnedPrivate]);
  await test.sql('delete from prompts where id = $1', [removed]);
  await saved(save([null, turnedPrivate, prompts[0]], id));
  expect((await steps(id)).map((step) => step.prompt_id)).toEqual([
    null,
    turnedPrivate,
    prompts[0],
  ]);
  // The second one is a new step, whose prompt must be readable.
  const { refusal } = await save([turnedPrivate, turnedPrivate], id);
  expect(refusal?.code).toBe('42501');
});

it('save_chain() changes nothing when it is rejected', async () => {
  const { id, updatedAt } = await saved(save(prompts));
  const before = await steps(id);
  await saved(save(prompts, id, updatedAt, 'Renamed'));
  expect((await save([prompts[0]], id, updatedAt)).refusal?.code).toBe('PT409');
  expect((await save([], id)).refusal?.code).toBe('23514');
  expect((await save(prompts, id, null, ' ')).refusal?.constraint).toBe('a chain needs a title');
  expect((await save([null], id)).refusal?.code).toBe('42501');
  expect(await steps(id)).toEqual(before);
});
