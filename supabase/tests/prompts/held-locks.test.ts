import { beforeAll, expect, it } from 'vitest';
import { setUpTestDatabase } from '#server/testing/test-database.ts';
import { whileTransactionIsOpen } from '#server/testing/while-transaction-is-open.ts';
import { actAs, newPerson, newPrompt } from '../world.ts';

const test = await setUpTestDatabase();
let ann: string;
let sam: string;
beforeAll(async () => {
  [ann, sam] = [await newPerson(test), await newPerson(test)];
});

// A transaction lasts as long as its request, which a stranger can make slow.
const byStranger = [
  ['proposes a change of it', `select propose_edit($1, 1, 'Better', 'Text')`],
  ['uses it in a chain', `select save_chain('Chain', array[$1]::uuid[])`],
] as const;
const whileOpen = [
  ['save it', `update prompts set content = 'New' where id = $1`],
  ['make it private', 'update prompts set is_public = false where id = $1'],
  [
    'add a checkpoint to its history',
    `insert into prompt_versions (prompt_id, title, content, is_public)
     values ($1, 'A title', 'Some content', true)`,
  ],
  ['delete it with what includes it', `select delete_included_prompts(array[$1]::uuid[], '[]')`],
] as const;
const cases = byStranger.flatMap(([what, text]) =>
  whileOpen.map(([done, meanwhile]) => ({ what, text, done, meanwhile })),
);

/** Returns whether `meanwhile` ended before the stranger's transaction. */
async function endsBefore(
  prompt: string,
  text: string,
  meanwhile: () => Promise<unknown>,
): Promise<boolean> {
  let isFirst = false;
  await whileTransactionIsOpen(
    test,
    async (client) => {
      await actAs(client, { role: 'authenticated', sub: sam });
      await client.query(text, [prompt]);
    },
    meanwhile,
    async (_, hasEnded) => {
      isFirst = hasEnded;
    },
  );
  return isFirst;
}

it.each(cases)(
  'the owner of a public prompt can $done while a stranger $what',
  async ({ text, meanwhile }) => {
    const prompt = await newPrompt(test, ann, { is_public: true });
    const act = () => test.succeedAs(ann, meanwhile, prompt);
    expect(await endsBefore(prompt, text, act)).toBe(true);
  },
);

it.each(byStranger)('an operator can take a prompt down while a stranger %s', async (_, text) => {
  const prompt = await newPrompt(test, ann, { is_public: true });
  const takeDown = `select take_down_prompt($1, 'Copied')`;
  const act = () => test.asRole('service_role', { role: 'service_role' }, takeDown, [prompt]);
  expect(await endsBefore(prompt, text, act)).toBe(true);
  expect(await test.sql('select from takedowns where prompt_id = $1', [prompt])).toHaveLength(1);
});
