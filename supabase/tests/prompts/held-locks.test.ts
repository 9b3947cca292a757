import { randomUUID } from 'node:crypto';
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

it('the owner of a public prompt can make it private while a stranger imports a fork and many chains', async () => {
  const prompt = await newPrompt(test, ann, { is_public: true });
  const id = randomUUID();
  const content = {
    prompts: [{ key: 'a', title: 'Fork', content: 'Text', forked_from: prompt }],
    chains: [{ title: 'Chain', steps: [{ title: 'Step', content: 'Text' }] }],
  };
  const send = 'insert into import_parts (import_id, part, content) values ($1, 0, $2)';
  await test.succeedAs(sam, send, id, JSON.stringify(content));
  await whileTransactionIsOpen(
    test,
    // The import waits where it stores its chains.
    (client) => client.query('lock table public.chains in share mode'),
    () => test.succeedAs(sam, 'select import_library($1)', id),
    async (_, hasEnded) => {
      expect(hasEnded).toBe(false);
      const counts = 'select from prompt_stats where prompt_id = $1 for no key update nowait';
      expect(await test.sql(counts, [prompt])).toHaveLength(1);
    },
  );
  const [stored] = await test.sql(
    `select forked_from_version, (select forks_count from prompt_stats s where s.prompt_id = forked_from) as forks
     from prompts where forked_from = $1`,
    [prompt],
  );
  expect(stored).toEqual({ forked_from_version: 1, forks: 1 });
});

// After its rows, a statement writes history and search, which takes long for many prompts.
it('the owner of a public prompt can make it private and remove its files while a stranger inserts a fork with many prompts', async () => {
  const prompt = await newPrompt(test, ann, { is_public: true });
  await test.sql(
    `insert into storage.objects (bucket_id, name, metadata)
     values ('attachments', $1 || '/' || gen_random_uuid(), '{"size": 1}')`,
    [prompt],
  );
  await whileTransactionIsOpen(
    test,
    (client) => client.query('lock table public.prompt_versions in share mode'),
    () =>
      test.succeedAs(
        sam,
        `insert into prompts (title, content, forked_from) values ('Fork', 'Text', $1), ('Other', 'Text', null)`,
        prompt,
      ),
    async (_, hasEnded) => {
      expect(hasEnded).toBe(false);
      for (const table of ['prompt_stats', 'prompt_attachments']) {
        const rows = `select from ${table} where prompt_id = $1 for update nowait`;
        expect(await test.sql(rows, [prompt])).toHaveLength(1);
      }
    },
  );
  const [stored] = await test.sql(
    `select s.forks_count as forks, (
       select count(*)::integer from prompt_attachments a join prompts p on p.id = a.prompt_id
       where p.forked_from = s.prompt_id) as files
     from prompt_stats s where s.prompt_id = $1`,
    [prompt],
  );
  expect(stored).toEqual({ forks: 1, files: 1 });
});

it.each(byStranger)('an operator can take a prompt down while a stranger %s', async (_, text) => {
  const prompt = await newPrompt(test, ann, { is_public: true });
  const takeDown = `select take_down_prompt($1, 'Copied')`;
  const act = () => test.asRole('service_role', { role: 'service_role' }, takeDown, [prompt]);
  expect(await endsBefore(prompt, text, act)).toBe(true);
  expect(await test.sql('select from takedowns where prompt_id = $1', [prompt])).toHaveLength(1);
});
