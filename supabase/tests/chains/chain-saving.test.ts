import { randomUUID } from 'node:crypto';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { setUpTestDatabase, type Outcome } from '#server/testing/test-database.ts';
import { newPerson, newPrompt } from '../world.ts';

const test = await setUpTestDatabase();
let ann: string;
let prompts: string[];
beforeAll(async () => {
  ann = await newPerson(test);
});
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
  expect((await save(prompts, id, null, ' \t')).refusal?.constraint).toBe('a chain needs a title');
  expect((await save([null], id)).refusal?.code).toBe('42501');
  expect(await steps(id)).toEqual(before);
});

interface StepRow extends Record<string, unknown> {
  readonly id: string;
  readonly prompt_id?: string | null | undefined;
  readonly title?: string | null;
  readonly content?: string | null;
  readonly bindings?: Record<string, unknown>;
}

const saveSteps = (
  list: readonly StepRow[],
  chain: string | null = null,
  person = ann,
): Promise<Outcome> =>
  test.asUser(
    person,
    `select (c).id, (c).updated_at from save_chain('Chain', chain_id => $1, steps => $2) c`,
    [chain, JSON.stringify(list)],
  );
const wholeSteps = (chain: string) =>
  test.sql<StepRow>(
    'select id, prompt_id, title, content, bindings from chain_prompts where chain_id = $1 order by sequence_order',
    [chain],
  );
const stepOf = (index: number, fields: Partial<StepRow> = {}): StepRow => ({
  id: randomUUID(),
  prompt_id: prompts[index],
  title: null,
  content: null,
  bindings: {},
  ...fields,
});
const ownStep = (fields: Partial<StepRow> = {}): StepRow =>
  stepOf(0, { prompt_id: null, title: 'Own', content: 'On {{topic}}', ...fields });
const answerOf = (step: StepRow) => ({ step: step.id });

describe('save_chain() with steps', () => {
  it('stores own prompts, fixed texts and answers of earlier steps to the byte', async () => {
    const first = stepOf(0, { bindings: { 'the tone': { text: ' $& {{x}}\r\n"\\ ' } } });
    const second = ownStep({
      content: ' {{topic}}\n$1 ',
      bindings: { topic: answerOf(first), gone: { text: '' } },
    });
    const { id } = await saved(saveSteps([first, second]));
    expect(await wholeSteps(id)).toEqual([first, second]);
  });

  it('keeps a binding when its steps move, by their identity', async () => {
    const first = stepOf(0);
    const second = stepOf(1);
    const third = ownStep({ bindings: { topic: answerOf(first) } });
    const { id } = await saved(saveSteps([first, second, third]));
    const moved = [second, first, third];
    await saved(saveSteps(moved, id));
    expect(await wholeSteps(id)).toEqual(moved);
    // As programs that only know prompt_ids do.
    await saved(save([prompts[0], prompts[1], null], id));
    expect(await wholeSteps(id)).toEqual([first, second, third]);
  });

  it('refuses the answer of a step that comes later, is itself, or is of another chain', async () => {
    const first = stepOf(0);
    const { id } = await saved(saveSteps([first]));
    const later = stepOf(1);
    const itself = randomUUID();
    for (const list of [
      [ownStep({ bindings: { a: answerOf(later) } }), later],
      [ownStep({ id: itself, bindings: { a: { step: itself } } })],
      [stepOf(0), ownStep({ bindings: { a: answerOf(first) } })],
    ]) {
      const { refusal } = await saveSteps(list);
      expect(refusal?.code).toBe('23514');
      expect(refusal?.message).toContain('answers of earlier steps');
    }
    expect(await wholeSteps(id)).toEqual([first]);
  });

  it('asks again for a variable whose step is removed, also by a plain deletion', async () => {
    const [first, second] = [stepOf(0), stepOf(1)];
    const last = ownStep({
      bindings: { a: answerOf(first), b: answerOf(second), c: { text: 'x' } },
    });
    const { id } = await saved(saveSteps([first, second, last]));
    await saved(save([prompts[1], null], id));
    expect(await wholeSteps(id)).toEqual([
      second,
      { ...last, bindings: { b: answerOf(second), c: { text: 'x' } } },
    ]);
    await test.asUser(ann, 'delete from chain_prompts where id = $1', [second.id]);
    expect(await wholeSteps(id)).toEqual([{ ...last, bindings: { c: { text: 'x' } } }]);
  });

  it('keeps bindings and position of a step whose prompt is deleted for good', async () => {
    const first = stepOf(0);
    const second = stepOf(1, { bindings: { a: answerOf(first) } });
    const { id } = await saved(saveSteps([first, second]));
    await test.sql('delete from prompts where id = any($1)', [[prompts[0], prompts[1]]]);
    const without = [first, second].map((step) => ({ ...step, prompt_id: null }));
    expect(await wholeSteps(id)).toEqual(without);
    await saved(saveSteps(without, id));
    expect(await wholeSteps(id)).toEqual(without);
  });

  it.each<[string, () => unknown, string]>([
    ['no list', () => ({}), '22023'],
    ['a list of something else', () => ['a'], '22023'],
    ['no step', () => [], '23514'],
    ['one id twice', () => [stepOf(0), stepOf(1)].map((step) => ({ ...step, id: ann })), '23514'],
    ['a step without a prompt', () => [stepOf(0, { prompt_id: null })], '42501'],
    ['a prompt and an own text', () => [ownStep({ prompt_id: prompts[0] })], '23514'],
    ['an own text without a title', () => [ownStep({ title: null })], '23514'],
    ['an own text with a blank title', () => [ownStep({ title: ' ' })], '23514'],
    ['an empty own text', () => [ownStep({ content: '' })], '23514'],
    ['a long title', () => [ownStep({ title: 'x'.repeat(501) })], '23514'],
    ['a long text', () => [ownStep({ content: 'x'.repeat(1_000_001) })], '23514'],
    ['bindings that are a list', () => [{ ...ownStep(), bindings: [] }], '23514'],
    ['a binding of another kind', () => [ownStep({ bindings: { a: { prompt: 'x' } } })], '23514'],
    [
      'a binding of two kinds',
      () => [ownStep({ bindings: { a: { text: '', step: ann } } })],
      '23514',
    ],
    ['a number as a text', () => [ownStep({ bindings: { a: { text: 1 } } })], '23514'],
    ['a step that is no id', () => [ownStep({ bindings: { a: { step: '1' } } })], '23514'],
    ['long texts', () => [ownStep({ bindings: { a: { text: 'x'.repeat(200_000) } } })], '23514'],
  ])('refuses %s', async (_what, list, code) => {
    const { refusal } = await test.asUser(ann, `select save_chain('Chain', steps => $1)`, [
      JSON.stringify(list()),
    ]);
    expect(refusal?.code).toBe(code);
  });

  it("refuses the id of a step of somebody else's chain, and changes nothing", async () => {
    const [first, sam] = [stepOf(0), await newPerson(test)];
    const { id } = await saved(saveSteps([first]));
    const { refusal } = await saveSteps([ownStep({ id: first.id })], null, sam);
    expect(refusal?.code).toBe('23505');
    expect(await wholeSteps(id)).toEqual([first]);
  });
});
