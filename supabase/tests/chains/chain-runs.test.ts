import { beforeAll, expect, it } from 'vitest';
import { setUpTestDatabase } from '#server/testing/test-database.ts';
import { insert, newPerson, newPrompt } from '../world.ts';

const test = await setUpTestDatabase();
let ann: string;
beforeAll(async () => {
  ann = await newPerson(test);
});

const runOf = (id: string) =>
  test.sql(
    'select chain_id, title, steps, answers, state, step_count, done_count from chain_runs where id = $1',
    [id],
  );

it('a chain run counts its steps and those that are done', async () => {
  const id = await insert(test, 'chain_runs', {
    title: 'Run',
    user_id: ann,
    steps: JSON.stringify([{ title: 'One' }, { title: 'Two' }]),
  });
  expect(await runOf(id)).toMatchObject([{ step_count: 2, done_count: 0 }]);
  await test.asUser(ann, `update chain_runs set answers = '["", "b"]' where id = $1`, [id]);
  expect(await runOf(id)).toMatchObject([{ step_count: 2, done_count: 2 }]);
});

it('the counts of a chain run cannot be written', async () => {
  const { refusal } = await test.asUser(
    ann,
    `insert into chain_runs (title, step_count) values ('Run', 3)`,
  );
  expect(refusal?.code).toBe('428C9');
});

it('steps of a chain run that are no list are rejected with the name of the constraint', async () => {
  const { refusal } = await test.asUser(
    ann,
    `insert into chain_runs (title, steps) values ('Run', '{"a": 1}')`,
  );
  expect(refusal?.constraint).toBe('steps and answers are lists');
});

it('a chain run stays complete when its chain and prompts are changed or deleted', async () => {
  const prompt = await newPrompt(test, ann, { content: 'First words' });
  const chain = await insert(test, 'chains', { title: 'Chain', user_id: ann });
  const steps = [{ prompt_id: prompt, version: 1, title: 'A title', content: 'First words' }];
  const id = await insert(test, 'chain_runs', {
    title: 'Chain',
    user_id: ann,
    chain_id: chain,
    steps: JSON.stringify(steps),
    answers: JSON.stringify(['An answer']),
    state: 'finished',
  });
  await test.sql(`update prompts set content = 'Other words' where id = $1`, [prompt]);
  await test.sql('delete from prompts where id = $1', [prompt]);
  await test.sql('delete from chains where id = $1', [chain]);
  expect(await runOf(id)).toEqual([
    {
      chain_id: null,
      title: 'Chain',
      steps,
      answers: ['An answer'],
      state: 'finished',
      step_count: 1,
      done_count: 1,
    },
  ]);
});
