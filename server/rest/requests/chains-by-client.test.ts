/** Chains as the specification's client writes them: single calls of the real client over HTTP. */
import { beforeAll, describe, expect, it } from 'vitest';
import { signUp, type Person } from '#server/testing/sign-up.ts';
import { setUpTestServer } from '#server/testing/test-server.ts';

const server = await setUpTestServer();
let ada: Person;
let bob: Person;
let prompts: string[];

beforeAll(async () => {
  ada = await signUp(server, 'ada@example.com');
  bob = await signUp(server, 'bob@example.com');
  prompts = [];
  for (const title of ['Outline', 'Draft', 'Polish']) prompts.push(await newPrompt(ada, title));
});

interface Row {
  readonly id: string;
}

async function newPrompt({ db, id }: Person, title: string, isPublic = false): Promise<string> {
  const { data } = await db
    .from('prompts')
    .insert({ title, content: `${title} it`, tags: [], user_id: id, is_public: isPublic })
    .select()
    .single<Row>()
    .throwOnError();
  return data.id;
}

async function newChain({ db, id }: Person, title: string): Promise<string> {
  const { data } = await db
    .from('chains')
    .insert({ title, description: 'Step by step', user_id: id })
    .select()
    .single<Row>()
    .throwOnError();
  return data.id;
}

function links(chain: string, ids: readonly (string | undefined)[]) {
  return ids.map((id, index) => ({
    chain_id: chain,
    prompt_id: id,
    sequence_order: index + 1,
  }));
}

async function titlesOf({ db }: Person, chain: string) {
  const { data } = await db
    .from('chains')
    .select('*, chain_prompts(sequence_order, prompts(id, title, content))')
    .eq('id', chain)
    .order('sequence_order', { referencedTable: 'chain_prompts' })
    .single<{ chain_prompts: { sequence_order: number; prompts: { title: string } | null }[] }>()
    .throwOnError();
  return data.chain_prompts.map((step) => `${step.sequence_order} ${step.prompts?.title}`);
}

describe('a chain written by single calls', () => {
  it('is created, listed newest first, renamed, refilled and deleted', async () => {
    const { db } = ada;
    const chain = await newChain(ada, 'Blog post');
    await db.from('chain_prompts').insert(links(chain, prompts)).throwOnError();
    expect(await titlesOf(ada, chain)).toEqual(['1 Outline', '2 Draft', '3 Polish']);

    const newer = await newChain(ada, 'Newer');
    const { data: list } = await db
      .from('chains')
      .select('*, chain_prompts(*, prompts(id, title, content))')
      .order('created_at', { ascending: false })
      .throwOnError();
    expect(list.map((row: Row) => row.id)).toEqual([newer, chain]);

    await db
      .from('chains')
      .update({ title: 'Essay', description: '', updated_at: new Date().toISOString() })
      .eq('id', chain)
      .throwOnError();
    await db.from('chain_prompts').delete().eq('chain_id', chain).throwOnError();
    await db
      .from('chain_prompts')
      .insert(links(chain, [prompts[2], prompts[0]]))
      .throwOnError();
    expect(await titlesOf(ada, chain)).toEqual(['1 Polish', '2 Outline']);

    await db.from('chains').delete().in('id', [chain, newer]).throwOnError();
    const { data: left } = await db.from('chain_prompts').select('id').throwOnError();
    expect(left).toEqual([]);
  });

  it('can be deleted after its prompts are refused', async () => {
    const { db } = ada;
    const secret = await newPrompt(bob, 'Secret');
    const chain = await newChain(ada, 'Too curious');
    const { error } = await db.from('chain_prompts').insert(links(chain, [prompts[0], secret]));
    expect(error?.code).toBe('42501');
    const { data: steps } = await db.from('chain_prompts').select('id').throwOnError();
    expect(steps).toEqual([]);
    await db.from('chains').delete().eq('id', chain).throwOnError();
    const { data: chains } = await db.from('chains').select('id').throwOnError();
    expect(chains).toEqual([]);
  });

  it('keeps its steps when a prompt becomes private, is deleted, or is removed for good', async () => {
    const { db } = ada;
    const shared = await newPrompt(bob, 'Shared', true);
    const removed = await newPrompt(ada, 'Removed');
    const chain = await newChain(ada, 'Mixed');
    await db
      .from('chain_prompts')
      .insert(links(chain, [shared, removed, prompts[0]]))
      .throwOnError();
    await bob.db.from('prompts').update({ is_public: false }).eq('id', shared).throwOnError();
    await db.from('prompts').delete().eq('id', removed).throwOnError();
    expect(await titlesOf(ada, chain)).toEqual(['1 undefined', '2 undefined', '3 Outline']);
    const { data: steps } = await db
      .from('chain_prompts')
      .select('prompt_id')
      .eq('chain_id', chain)
      .order('sequence_order')
      .throwOnError();
    expect(steps).toEqual([{ prompt_id: shared }, { prompt_id: null }, { prompt_id: prompts[0] }]);
    await db.from('chains').delete().eq('id', chain).throwOnError();
  });

  it('is invisible to other people', async () => {
    const chain = await newChain(ada, 'Mine');
    const { data } = await bob.db.from('chains').select('id').throwOnError();
    expect(data).toEqual([]);
    const { error } = await bob.db.from('chain_prompts').insert(links(chain, prompts));
    expect(error?.code).toBe('42501');
  });
});
