import { randomUUID } from 'node:crypto';
import { beforeEach, describe, expect, it } from 'vitest';
import { connectMcp } from '#server/testing/mcp-client.ts';
import { createAccessToken, insert, type Person, signUp } from '#server/testing/sign-up.ts';
import { setUpTestServer } from '#server/testing/test-server.ts';

interface Proposal {
  readonly id: string;
  readonly author_id: string;
  readonly base_content: string;
}

const server = await setUpTestServer();
/** Owns the prompt; an attacker reads it while it is public. */
let owner: Person;
let attacker: Person;
let prompt: string;
let people = 0;
beforeEach(async () => {
  people += 1;
  owner = await signUp(server, `owner${people}@example.com`);
  attacker = await signUp(server, `attacker${people}@example.com`);
  prompt = await insert(owner, 'prompts', { title: 'Draft', content: 'the secret of quarry' });
  await change(owner, { content: 'nothing to hide', is_public: true });
});

async function change(person: Person, values: object): Promise<void> {
  const { error } = await person.db.from('prompts').update(values).eq('id', prompt);
  if (error) throw new Error(error.message);
}

/** Returns the proposal, or the code and message of the refusal. */
async function propose(person: Person, base: number, fields: object = {}) {
  const values = { prompt_id: prompt, base_version: base, title: 'Draft', content: 'better' };
  const { data, error } = await person.db
    .rpc('propose_edit', { ...values, ...fields })
    .single<Proposal>();
  return error ? `${error.code} ${error.message}` : data;
}

async function proposalOf(person: Person, base = 2, fields: object = {}): Promise<Proposal> {
  const made = await propose(person, base, fields);
  if (typeof made === 'string') throw new Error(made);
  return made;
}

const stale = 'PT409 The prompt has been changed since it was loaded';
const missing = 'PT404 Prompt not found';

describe('a hidden version', () => {
  it('is not copied into a proposal by naming it as the base', async () => {
    for (const base of [1, 0, -1, 3]) expect(await propose(attacker, base)).toBe(stale);
    const fork = await insert(attacker, 'prompts', {
      title: 'Fork',
      content: 'x',
      forked_from: prompt,
      forked_from_version: 1,
    });
    expect(await propose(attacker, 1, { source_id: fork })).toBe(stale);
    const moved = await attacker.db
      .from('prompts')
      .update({ forked_from_version: 1 })
      .eq('id', fork);
    expect(moved.error?.code).toBe('PT409');
    expect(await proposalOf(attacker, 2, { source_id: fork })).toMatchObject({
      base_content: 'nothing to hide',
    });
  });

  it('is not copied by an imported fork that claims to be older', async () => {
    const importId = randomUUID();
    const content = {
      prompts: [
        { key: 'a', title: 'Fork', content: 'x', forked_from: prompt, forked_from_version: 1 },
      ],
    };
    await attacker.db.from('import_parts').insert({ import_id: importId, part: 0, content });
    const stored = await attacker.db.rpc('import_library', { import_id: importId });
    expect(stored.error).toBeNull();
    const [fork] = await server.sql<{ id: string; forked_from: string }>(
      'select id, forked_from from prompts where user_id = $1',
      [attacker.id],
    );
    expect(fork?.forked_from).toBe(prompt);
    expect(await propose(attacker, 1, { source_id: fork?.id })).toBe(stale);
  });

  it('is not read by editors through the base of an older proposal', async () => {
    const { id } = await proposalOf(attacker);
    const team = await insert(owner, 'teams', { name: 'Team' });
    const editor = await signUp(server, `editor${people}@example.com`);
    await server.sql(
      `insert into team_members (team_id, user_id, role) values ($1, $2, 'editor')`,
      [team, editor.id],
    );
    await change(owner, { team_id: team });
    expect((await editor.db.from('proposals').select('id')).data).toEqual([]);
    expect((await editor.db.rpc('my_proposals', { box: 'review' })).data).toEqual([]);
    expect((await editor.db.rpc('decline_proposal', { id })).error?.code).toBe('PT404');
  });
});

describe('a private prompt', () => {
  it('gives the same answer to a proposal as one that does not exist', async () => {
    await change(owner, { is_public: false });
    expect(await propose(attacker, 3)).toBe(missing);
    expect(await propose(attacker, 3, { prompt_id: randomUUID() })).toBe(missing);
    expect((await attacker.db.rpc('prompt_needs_proposal', { prompt_id: prompt })).data).toBe(
      false,
    );
  });

  it('hides the proposals that were made while it was public', async () => {
    const { id } = await proposalOf(attacker);
    await change(owner, { is_public: false, title: 'Now private' });
    expect((await attacker.db.from('proposals').select('*')).data).toEqual([]);
    expect((await attacker.db.rpc('my_proposals', { box: 'sent' })).data).toEqual([]);
    const answers = [
      { id, expected_version: 3, title: 'Mine', content: 'mine' },
      { id: randomUUID(), expected_version: 3, title: 'Mine', content: 'mine' },
    ];
    for (const answer of answers) {
      expect((await attacker.db.rpc('accept_proposal', answer)).error?.message).toBe(
        'There is no such proposal that you may answer',
      );
    }
  });
});

describe('the author of a proposal', () => {
  it('cannot be forged, nor does it accept its own', async () => {
    const forged = await propose(attacker, 2, { author_id: owner.id });
    expect(forged).toContain('PGRST202');
    const made = await proposalOf(attacker);
    expect(made.author_id).toBe(attacker.id);
    const row = {
      prompt_id: prompt,
      author_id: owner.id,
      base_version: 2,
      base_title: 'a',
      base_content: 'a',
      base_tags: [],
      title: 'b',
      content: 'b',
      tags: [],
    };
    expect((await attacker.db.from('proposals').insert(row)).status).toBe(403);
    const taken = await attacker.db
      .from('proposals')
      .update({ author_id: owner.id, state: 'accepted' })
      .eq('id', made.id);
    expect(taken.status).toBe(403);
    const accepted = await attacker.db.rpc('accept_proposal', {
      id: made.id,
      expected_version: 2,
      title: 'Mine',
      content: 'mine',
    });
    expect(accepted.error?.code).toBe('PT404');
    const version = { prompt_id: prompt, title: 'Draft', content: 'nothing to hide', tags: [] };
    const credited = await owner.db
      .from('prompt_versions')
      .insert({ ...version, version_number: 3, is_public: true, proposed_by: attacker.id })
      .select('created_by, proposed_by');
    expect(credited.data).toEqual([{ created_by: owner.id, proposed_by: null }]);
  });
});

it('two reviewers at once accept a proposal once', async () => {
  const { id } = await proposalOf(attacker);
  const answer = { id, expected_version: 2, title: 'Draft' };
  const results = await Promise.all(
    ['one', 'two', 'three', 'four'].map((content) =>
      owner.db.rpc('accept_proposal', { ...answer, content }),
    ),
  );
  expect(results.flatMap(({ error }) => error?.message ?? []).toSorted()).toEqual(
    Array.from({ length: 3 }, () => 'This proposal was already accepted'),
  );
  const versions = await server.sql(
    'select version_number from prompt_versions where prompt_id = $1',
    [prompt],
  );
  expect(versions).toHaveLength(3);
});

it('a proposal is not found by search', async () => {
  await proposalOf(attacker, 2, { content: 'a rare word: quokka' });
  for (const person of [owner, attacker]) {
    for (const scope of ['library', 'teams', 'shared']) {
      const found = await person.db.rpc('search_prompts', { query: 'quokka', scope });
      expect([scope, found.error, found.data]).toEqual([scope, null, []]);
    }
    const shown = await person.db.rpc('community_feed', { query: 'quokka' });
    expect([shown.error, shown.data]).toEqual([null, []]);
  }
});

describe('a released prompt of a team that demands proposals', () => {
  const told = 'Its team changes prompts with the label production by proposals only: Draft';
  let save: { title: string; content: string };

  beforeEach(async () => {
    save = { title: 'Draft', content: 'unseen' };
    const team = await insert(owner, 'teams', { name: 'Team' });
    await change(owner, { team_id: team });
    const label = { prompt_id: prompt, label: 'production', version_number: 3 };
    const done = [
      await owner.db.rpc('move_prompt_label', label),
      await owner.db.from('teams').update({ released_by_proposal: true }).eq('id', team),
    ];
    for (const { error } of done) if (error) throw new Error(error.message);
  });
  const expectUnchanged = async () => {
    expect(
      await server.sql('select content, version from prompts where id = $1', [prompt]),
    ).toEqual([{ content: 'nothing to hide', version: 3 }]);
  };

  it('refuses every way of saving by the REST API', async () => {
    const { db } = owner;
    const refused = await Promise.all([
      db.from('prompts').update(save).eq('id', prompt),
      db.from('prompts').update({ content: 'unseen' }).eq('id', prompt).eq('version', 3).select(),
      db.from('prompts').upsert({ ...save, id: prompt }),
      db.from('prompts').update({ team_id: null, content: 'unseen' }).eq('id', prompt),
      db.rpc('restore_prompt_version', { prompt_id: prompt, version_number: 1 }),
      db.rpc('tag_prompts', { ids: [prompt], added: ['a'] }),
    ]);
    expect(refused.map(({ status, error }) => [status, error?.message])).toEqual(
      refused.map(() => [403, told]),
    );
    await expectUnchanged();
  });

  it('is not replaced by an import, which makes new prompts', async () => {
    const importId = randomUUID();
    const content = { prompts: [{ key: 'a', id: prompt, ...save }] };
    await owner.db.from('import_parts').insert({ import_id: importId, part: 0, content });
    expect((await owner.db.rpc('import_library', { import_id: importId })).error).toBeNull();
    await expectUnchanged();
  });

  it('tells an assistant why it cannot save (MCP)', async () => {
    const client = await connectMcp(server, await createAccessToken(owner), '2026-07-28');
    try {
      const saved = await client.callTool({
        name: 'update_prompt',
        arguments: { prompt, base_version: 3, content: 'unseen' },
      });
      expect(saved).toMatchObject({ isError: true, content: [{ type: 'text', text: told }] });
    } finally {
      await client.close();
    }
    await expectUnchanged();
  });
});
