import { randomUUID } from 'node:crypto';
import { Client } from 'pg';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { setUpTestDatabase } from '#server/testing/test-database.ts';
import { tryStatement } from '../try-statement.ts';
import { duringTransaction, newPerson, newPrompt, newTeam } from '../world.ts';

/**
 * Ann owns the public prompt. Olga, ed and vic are owner, editor and viewer of its team; eve edits
 * and vera views it by a share. Pat, who only reads it, made the proposal. Sam is a stranger.
 */
const names = ['ann', 'olga', 'ed', 'vic', 'eve', 'vera', 'pat', 'sam'] as const;
type Name = (typeof names)[number];

const test = await setUpTestDatabase();
const client = new Client(test.login());
let people: Readonly<Record<Name, string>>;
let team: string;
let prompt: string;
let proposal: string;
beforeAll(() => client.connect());
afterAll(() => client.end());

const as = (name: Name | null, text: string, ...values: unknown[]) =>
  test.asUser(name === null ? null : people[name], text, values);

async function failureOf(name: Name | null, text: string, ...values: unknown[]) {
  const { refusal } = await as(name, text, ...values);
  return refusal === null ? 'done' : `${refusal.code} ${refusal.message}`;
}

const succeed = (name: Name, text: string, ...values: unknown[]) =>
  test.succeedAs(people[name], text, ...values);

const propose = `select id from propose_edit($1, $2, 'Notes', $3, null, '{}', $4)`;
const accept = `select version from accept_proposal($1, $2, 'Notes', $3)`;
const decline = 'select decline_proposal($1, $2)';
const withdraw = 'select withdraw_proposal($1)';
const update = 'update prompts set content = $2 where id = $1';

async function proposeAs(name: Name, content = 'better', base = 1, of = prompt): Promise<string> {
  const rows = await succeed(name, propose, of, base, content, 'It reads better');
  return String(rows[0]?.['id']);
}

async function shareWith(name: Name, role: string): Promise<void> {
  const share = await succeed(
    'ann',
    'select id from share_prompt($1, $2, $3)',
    prompt,
    `${people[name]}@example.com`,
    role,
  );
  await succeed(name, 'select accept_prompt_share($1)', share[0]?.['id']);
}

/** Returns the names of those for whom a statement writes or returns a row. */
async function ableTo(statement: string, ...values: unknown[]): Promise<string> {
  const able: string[] = [];
  for (const name of names) {
    const claims = { role: 'authenticated', sub: people[name] };
    const got = await tryStatement(client, claims, statement, values);
    if (typeof got === 'number' && got > 0) able.push(name);
  }
  const signedOut = await tryStatement(client, { role: 'anon' }, statement, values);
  if (signedOut !== 'no' && signedOut !== 0) able.push('anon');
  return able.join(' ');
}

const demandProposals = async (release = true) => {
  await succeed('olga', 'update teams set released_by_proposal = true where id = $1', team);
  if (release) await succeed('ann', `select move_prompt_label($1, 'production', 1)`, prompt);
};

beforeEach(async () => {
  const ids = await Promise.all(
    names.map(async (name) => [name, await newPerson(test, name)] as const),
  );
  // Keys are those of names.
  people = Object.fromEntries(ids) as Record<Name, string>;
  team = await newTeam(test, {
    owner: [people.olga],
    editor: [people.ed, people.ann],
    viewer: [people.vic],
  });
  prompt = await newPrompt(test, people.ann, {
    title: 'Notes',
    content: 'text',
    is_public: true,
    team_id: team,
  });
  await shareWith('eve', 'editor');
  await shareWith('vera', 'viewer');
  proposal = await proposeAs('pat');
});

describe('rights on a proposal', () => {
  const reviewers = 'ann olga ed eve';

  it('lets its author and those who may change the prompt read it', async () => {
    expect(await ableTo('select from proposals where id = $1', proposal)).toBe(`${reviewers} pat`);
    expect(await ableTo('select from proposals where content = $1', 'better')).toBe(
      `${reviewers} pat`,
    );
  });

  it('lets those who may change the prompt answer it', async () => {
    expect(await ableTo(accept, proposal, 1, 'better')).toBe(reviewers);
    expect(await ableTo(decline, proposal, 'No')).toBe(reviewers);
  });

  it('lets its author withdraw it', async () => {
    expect(await ableTo(withdraw, proposal)).toBe('pat');
  });

  it('lets those propose who read the prompt and cannot change it', async () => {
    expect(await ableTo(propose, prompt, 1, 'other', null)).toBe('vic vera pat sam');
    await succeed('ann', 'update prompts set is_public = false where id = $1', prompt);
    expect(await ableTo(propose, prompt, 2, 'other', null)).toBe('vic vera');
  });

  it('lists it for those who may answer it, and for its author', async () => {
    const list = 'select from my_proposals($2) where id = $1';
    expect(await ableTo(list, proposal, 'review')).toBe(reviewers);
    expect(await ableTo(list, proposal, 'sent')).toBe('pat');
    expect(await ableTo('select where count_open_proposals() = 1')).toBe(reviewers);
  });

  it('names the team of the prompt to its members alone', async () => {
    const named = `select from my_proposals('review') where id = $1 and team_name is not null`;
    expect(await ableTo(named, proposal)).toBe('ann olga ed');
    expect(await ableTo(`select from my_proposals('sent') where team_name is not null`)).toBe('');
  });

  it('lists it once for those who may change the prompt for several reasons', async () => {
    await shareWith('ed', 'editor');
    for (const name of ['ann', 'ed'] as const) {
      expect(await succeed(name, `select from my_proposals('review')`)).toHaveLength(1);
    }
  });

  it('lets nobody write the table', async () => {
    for (const statement of [
      `update proposals set state = 'accepted', accepted_version = 2 where id = $1`,
      'delete from proposals where id = $1',
      `insert into proposals (prompt_id, base_version, base_title, base_content, base_tags, title, content, tags)
       select prompt_id, 1, 'a', 'a', '{}', 'b', 'b', '{}' from proposals where id = $1`,
    ]) {
      expect(await ableTo(statement, proposal)).toBe('');
    }
  });

  it('lets the author and those who answer read each other’s names', async () => {
    await succeed('ann', 'update prompts set is_public = false where id = $1', prompt);
    const read = 'select from profiles where id = $1';
    expect(await ableTo(read, people.pat)).toBe(`${reviewers} pat`);
    const other = await proposeAs('vera', 'another', 2);
    await succeed('ed', decline, other, 'No');
    expect(await succeed('vera', read, people.ed)).toHaveLength(1);
  });

  it.each([
    ['prompts:read', {}, 'reads', 1],
    ['chains:read', {}, 'reads', 'no'],
    ['prompts:read', { group_id: randomUUID() }, 'reads', 0],
    ['prompts:read', { team_id: randomUUID() }, 'reads', 0],
    ['prompts:read prompts:write', {}, 'accepts', 'no'],
    ['prompts:read prompts:write', {}, 'declines', 'no'],
    ['prompts:read prompts:write', {}, 'counts', 'no'],
    ['prompts:read prompts:write', {}, 'lists', 'no'],
  ])(
    'with a token for %s, limited to %j, the owner of the prompt %s: %s',
    async (scopes, limit, action, expected) => {
      const statements: Readonly<Record<string, [string, ...unknown[]]>> = {
        reads: ['select from proposals where id = $1', proposal],
        accepts: [accept, proposal, 1, 'better'],
        declines: [decline, proposal, null],
        counts: ['select count_open_proposals()'],
        lists: [`select from my_proposals('review')`],
      };
      const [statement, ...values] = statements[action] ?? [''];
      const claims = {
        role: 'authenticated',
        sub: people.ann,
        access_token: { id: randomUUID(), scopes: scopes.split(' '), ...limit },
      };
      expect(await tryStatement(client, claims, statement, values)).toBe(expected);
    },
  );
});

describe('proposing', () => {
  it('copies the newest version as the base', async () => {
    expect(
      await test.sql(
        'select author_id, base_version, base_title, base_content, message, state from proposals where id = $1',
        [proposal],
      ),
    ).toEqual([
      {
        author_id: people.pat,
        base_version: 1,
        base_title: 'Notes',
        base_content: 'text',
        message: 'It reads better',
        state: 'open',
      },
    ]);
  });

  it('takes the version that was forked as the base, and no other', async () => {
    await succeed('ann', update, prompt, 'newer');
    const fork = async (name: Name) => {
      const rows = await succeed(
        name,
        `insert into prompts (title, content, forked_from) values ('Fork', 'newer', $1) returning id`,
        prompt,
      );
      return rows[0]?.['id'];
    };
    const mine = await fork('pat');
    const others = await fork('sam');
    await succeed('ann', update, prompt, 'newest');
    const call = `select id from propose_edit($1, $2, 'Notes', 'x', source_id => $3)`;
    const changed = 'PT409 The prompt has been changed since it was loaded';
    expect(await failureOf('pat', call, prompt, 1, mine)).toBe(changed);
    expect(await failureOf('pat', call, prompt, 3, mine)).toBe(changed);
    expect(await failureOf('pat', call, prompt, 2, others)).toBe(changed);
    expect(await failureOf('pat', call, prompt, 2, null)).toBe(changed);
    const [made] = await succeed('pat', call, prompt, 2, mine);
    expect(
      await test.sql('select base_content, source_id from proposals where id = $1', [made?.['id']]),
    ).toEqual([{ base_content: 'newer', source_id: mine }]);
    await test.sql('delete from prompts where id = $1', [mine]);
    expect(await test.sql('select source_id from proposals where id = $1', [made?.['id']])).toEqual(
      [{ source_id: null }],
    );
  });

  it('refuses prompts that the author cannot read, or may change', async () => {
    const secret = await newPrompt(test, people.ann);
    expect(await failureOf('pat', propose, secret, 1, 'x', null)).toBe('PT404 Prompt not found');
    expect(await failureOf('pat', propose, randomUUID(), 1, 'x', null)).toBe(
      'PT404 Prompt not found',
    );
    for (const name of ['ann', 'olga', 'ed', 'eve'] as const) {
      expect(await failureOf(name, propose, prompt, 1, 'x', null)).toBe(
        'PT409 You can change this prompt yourself',
      );
    }
    await succeed('ann', 'update prompts set deleted_at = now() where id = $1', prompt);
    expect(await failureOf('vic', propose, prompt, 1, 'x', null)).toBe('PT404 Prompt not found');
  });

  it('refuses what changes nothing, is too long, or has no text', async () => {
    expect(await failureOf('pat', propose, prompt, 1, 'text', null)).toBe(
      'PT422 The proposal changes nothing',
    );
    expect(await failureOf('pat', propose, prompt, 1, '', null)).toContain('23514');
    expect(await failureOf('pat', propose, prompt, 1, 'x', 'a'.repeat(2001))).toContain(
      `a proposal's message has at most 2000 characters`,
    );
  });

  it('refuses templates, and people whom the owner has hidden', async () => {
    await test.sql('update prompts set is_template = true where id = $1', [prompt]);
    expect(await failureOf('pat', propose, prompt, 1, 'x', null)).toBe(
      'PT422 Templates take no proposals',
    );
    await test.sql('update prompts set is_template = false where id = $1', [prompt]);
    await succeed('ann', 'insert into hidden_authors (author_id) values ($1)', people.pat);
    expect(await failureOf('pat', propose, prompt, 1, 'x', null)).toBe(
      '42501 The owner of this prompt takes no proposals from you',
    );
    expect(await succeed('ann', 'select from proposals')).toHaveLength(0);
    expect(await succeed('ann', `select from my_proposals('review')`)).toHaveLength(0);
    expect(await succeed('ed', `select from my_proposals('review')`)).toHaveLength(1);
  });

  it('refuses a sixth open proposal of a person to a prompt', async () => {
    for (let count = 1; count < 5; count += 1) await proposeAs('pat', `text ${count}`);
    expect(await failureOf('pat', propose, prompt, 1, 'x', null)).toBe(
      'PT422 You have 5 open proposals for this prompt',
    );
    await succeed('pat', withdraw, proposal);
    await proposeAs('pat', 'again');
    await proposeAs('sam', 'another person');
  });

  it('refuses more than 20 proposals a day to one person, withdrawn ones included', async () => {
    for (let count = 1; count < 20; count += 1) {
      await succeed('pat', withdraw, await proposeAs('pat', `text ${count}`));
    }
    const limit = 'PT429 You can send 20 proposals a day to one person. Try again tomorrow.';
    expect(await failureOf('pat', propose, prompt, 1, 'x', null)).toBe(limit);
    await test.sql(
      `update proposals set created_at = now() - interval '25 hours' where author_id = $1`,
      [people.pat],
    );
    await proposeAs('pat', 'x');
  });

  it('refuses more than 50 open proposals of a person, and 200 for a prompt', async () => {
    const copies = `insert into proposals (prompt_id, author_id, base_version, base_title, base_content, base_tags,
        title, content, tags)
      select coalesce($2, prompt_id), $3, 1, 'a', 'a', '{}', 'b', 'b', '{}'
      from proposals, generate_series(1, $4::integer) where id = $1`;
    const other = await newPrompt(test, people.sam);
    await test.sql(copies, [proposal, other, people.pat, 49]);
    expect(await failureOf('pat', propose, prompt, 1, 'x', null)).toBe(
      'PT422 You have 50 open proposals',
    );
    await test.sql(copies, [proposal, null, people.vera, 199]);
    expect(await failureOf('sam', propose, prompt, 1, 'x', null)).toContain(
      'PT422 This prompt has 200 open proposals',
    );
    expect(await succeed('ann', 'select count_open_proposals() as open')).toEqual([
      { open: '100' },
    ]);
  });
});

describe('accepting a proposal', () => {
  it('saves the given text as a version that names the author, and changes nothing else', async () => {
    await succeed('ann', `update prompts set icon = '🐟', category = 'Sea' where id = $1`, prompt);
    const readRow = `select to_jsonb(p) - '{content,version,updated_at}'::text[] as row from prompts p where id = $1`;
    const before = await test.sql(readRow, [prompt]);
    const rows = await succeed('ed', accept, proposal, 2, 'better, edited');
    expect(rows).toEqual([{ version: '3' }]);
    expect(await test.sql(readRow, [prompt])).toEqual(before);
    expect(
      await test.sql(
        `select version_number, content, created_by, proposed_by, change_description
         from prompt_versions where prompt_id = $1 and version_number > 1 order by 1`,
        [prompt],
      ),
    ).toMatchObject([
      { version_number: 2, created_by: people.ann, proposed_by: null },
      {
        version_number: 3,
        content: 'better, edited',
        created_by: people.ed,
        proposed_by: people.pat,
        change_description: 'It reads better',
      },
    ]);
    expect(
      await succeed('pat', 'select state, answered_by, accepted_version from proposals'),
    ).toEqual([{ state: 'accepted', answered_by: people.ed, accepted_version: '3' }]);
    await succeed('ann', update, prompt, 'later');
    expect(
      await test.sql(
        'select proposed_by from prompt_versions where prompt_id = $1 and version_number = 4',
        [prompt],
      ),
    ).toEqual([{ proposed_by: null }]);
  });

  it('shows its author what was accepted, while the prompt is public', async () => {
    await succeed('ed', accept, proposal, 1, 'better, edited');
    await succeed('ann', update, prompt, 'later');
    const read = 'select version, content from accepted_text($1)';
    expect(await succeed('pat', read, proposal)).toEqual([
      { version: '2', content: 'better, edited' },
    ]);
    expect(await ableTo(read, proposal)).toBe('pat');
    await succeed('ann', 'update prompts set is_public = false where id = $1', prompt);
    expect(await succeed('pat', read, proposal)).toEqual([]);
    const hidden = await proposeAs('vera', 'another', 4);
    await succeed('ann', accept, hidden, 4, 'secret');
    await succeed('ann', 'update prompts set is_public = true where id = $1', prompt);
    expect(await succeed('vera', read, hidden)).toEqual([]);
  });

  it('tells its author and those who may change the prompt, on their own topics', async () => {
    const topics = async () => {
      const rows = await test.sql<{ topic: string }>(
        `select topic from realtime.messages where event = 'proposals'`,
      );
      return names.filter((name) => rows.some(({ topic }) => topic === `user:${people[name]}`));
    };
    expect(await topics()).toEqual(['ann', 'olga', 'ed', 'eve', 'pat']);
    await test.sql(`delete from realtime.messages`);
    await succeed('pat', withdraw, proposal);
    expect(await topics()).toEqual(['ann', 'olga', 'ed', 'eve', 'pat']);
  });

  it('refuses a stale version and changes nothing', async () => {
    await succeed('ann', update, prompt, 'newer');
    expect(await failureOf('ed', accept, proposal, 1, 'better')).toBe(
      'PT409 The prompt has been changed since it was loaded',
    );
    expect(await test.sql('select content from prompts where id = $1', [prompt])).toEqual([
      { content: 'newer' },
    ]);
    expect(await succeed('ed', accept, proposal, 2, 'newer and better')).toEqual([
      { version: '3' },
    ]);
  });

  it('makes no version of a text that the prompt has already', async () => {
    expect(await succeed('ed', accept, proposal, 1, 'text')).toEqual([{ version: '1' }]);
    expect(await succeed('pat', 'select state, accepted_version from proposals')).toEqual([
      { state: 'accepted', accepted_version: '1' },
    ]);
  });

  it('refuses a text that a prompt cannot have, and leaves the proposal open', async () => {
    expect(await failureOf('ed', accept, proposal, 1, '')).toContain('23514');
    expect(await succeed('ed', accept, proposal, 1, 'better')).toEqual([{ version: '2' }]);
  });

  it.each([
    ['accepted', accept, [1, 'better'], 'ann'],
    ['declined', decline, ['No'], 'ann'],
    ['withdrawn', withdraw, [], 'pat'],
  ] as const)('refuses a second answer once it was %s', async (state, statement, values, name) => {
    await succeed(name, statement, proposal, ...values);
    const told = `PT409 This proposal was already ${state}`;
    expect(await failureOf('ed', accept, proposal, 1, 'mine')).toBe(told);
    expect(await failureOf('ed', decline, proposal, null)).toBe(told);
    expect(await failureOf('pat', withdraw, proposal)).toContain('PT404');
  });

  it('tells the second of two reviewers at once', async () => {
    const late = await duringTransaction(test, people.ed, accept, [proposal, '1', 'by ed'], () =>
      test.asUser(people.olga, accept, [proposal, '1', 'by olga']),
    );
    expect(late.refusal).toMatchObject({
      code: 'PT409',
      message: 'This proposal was already accepted',
    });
    expect(await test.sql('select content, version from prompts where id = $1', [prompt])).toEqual([
      { content: 'by ed', version: 2 },
    ]);
  });

  it('names the reason to the author when it is declined', async () => {
    await succeed('eve', decline, proposal, ' Too short ');
    expect(await succeed('pat', 'select state, reason, answered_by from proposals')).toEqual([
      { state: 'declined', reason: 'Too short', answered_by: people.eve },
    ]);
    expect(
      await succeed('pat', `select reviewer_name, reason from my_proposals('sent', false)`),
    ).toEqual([{ reviewer_name: 'eve', reason: 'Too short' }]);
  });
});

describe('what hides a proposal', () => {
  const read = 'select from proposals where id = $1';

  it('is a prompt made private, from an author who reads it no longer', async () => {
    await succeed('ann', 'update prompts set is_public = false where id = $1', prompt);
    expect(await ableTo(read, proposal)).toBe('ann olga ed eve');
    expect(await succeed('pat', `select from my_proposals('sent')`)).toHaveLength(0);
    await succeed('ann', 'update prompts set is_public = true where id = $1', prompt);
    expect(await succeed('pat', `select from my_proposals('sent')`)).toHaveLength(1);
  });

  it('is a deleted prompt, from everybody', async () => {
    await succeed('ann', 'update prompts set deleted_at = now() where id = $1', prompt);
    expect(await ableTo(read, proposal)).toBe('');
    expect(await ableTo('select where count_open_proposals() > 0')).toBe('');
    expect(await failureOf('ann', accept, proposal, 1, 'x')).toContain('PT404');
    await succeed('ann', 'update prompts set deleted_at = null where id = $1', prompt);
    expect(await succeed('pat', read, proposal)).toHaveLength(1);
  });

  it('is a base from before the prompt was shared with the people who may change it', async () => {
    await succeed('ann', 'update prompts set team_id = null where id = $1', prompt);
    await succeed('ann', update, prompt, 'newest');
    await succeed('ann', 'update prompts set team_id = $2 where id = $1', prompt, team);
    expect(await ableTo(read, proposal)).toBe('ann eve pat');
    expect(await ableTo(accept, proposal, 4, 'x')).toBe('ann eve');
    expect(await ableTo('select where count_open_proposals() = 1')).toBe('ann eve');
  });

  it('is the end of a membership or share', async () => {
    await succeed(
      'olga',
      'delete from team_members where team_id = $1 and user_id = $2',
      team,
      people.ed,
    );
    await succeed(
      'ann',
      'select revoke_prompt_share(id) from prompt_shares where prompt_id = $1',
      prompt,
    );
    expect(await ableTo(read, proposal)).toBe('ann olga pat');
  });
});

describe('a team that demands proposals for released prompts', () => {
  const told = '42501 Its team changes prompts with the label production by proposals only: Notes';

  it('is a setting of team owners', async () => {
    expect(await ableTo('update teams set released_by_proposal = true where id = $1', team)).toBe(
      'olga',
    );
  });

  it.each([
    ['a save', update, () => [prompt, 'x']],
    [
      'a save of title, description or tags',
      `update prompts set title = 'x', tags = '{a}' where id = $1`,
      () => [prompt],
    ],
    [
      'a move out of the team with a change',
      `update prompts set team_id = null, content = 'x' where id = $1`,
      () => [prompt],
    ],
    ['added tags', `select tag_prompts(array[$1::uuid], '{a}')`, () => [prompt]],
    ['a restored version', 'select restore_prompt_version($1, 1)', () => [prompt]],
    [
      'the removal of an included text',
      `select delete_included_prompts(array[$2::uuid], jsonb_build_array(jsonb_build_object('id', $1::uuid, 'version', 2, 'content', 'x')))`,
      () => [prompt, randomUUID()],
    ],
  ])('refuses %s', async (_what, statement, values) => {
    await succeed('ann', update, prompt, 'released');
    await demandProposals();
    expect(await failureOf('ann', statement, ...values())).toBe(told);
  });

  it('refuses its owner, and every editor', async () => {
    await demandProposals();
    for (const name of ['ann', 'olga', 'ed', 'eve'] as const) {
      expect(await failureOf(name, update, prompt, 'x')).toBe(told);
      expect(await succeed(name, 'select prompt_needs_proposal($1) as it', prompt)).toEqual([
        { it: 't' },
      ]);
    }
  });

  it('lets editors propose, and somebody else accept', async () => {
    await demandProposals();
    const eds = await proposeAs('ed', 'by ed');
    expect(await failureOf('ed', accept, eds, 1, 'by ed')).toBe(
      '42501 Somebody else has to accept your proposal',
    );
    expect(await succeed('ann', accept, eds, 1, 'by ed')).toEqual([{ version: '2' }]);
    const olgas = await proposeAs('olga', 'by olga', 2);
    expect(await succeed('olga', accept, olgas, 2, 'by olga')).toEqual([{ version: '3' }]);
    expect(await failureOf('olga', update, prompt, 'x')).toBe(told);
  });

  it('lets other prompts, other columns and other teams be', async () => {
    await demandProposals(false);
    expect(await failureOf('ed', update, prompt, 'not released')).toBe('done');
    await succeed('ann', `select move_prompt_label($1, 'staging', 1)`, prompt);
    expect(await failureOf('ed', update, prompt, 'staged')).toBe('done');
    await succeed('ann', `select move_prompt_label($1, 'production', 3)`, prompt);
    expect(
      await failureOf(
        'ann',
        `update prompts set icon = '🐟', is_public = false where id = $1`,
        prompt,
      ),
    ).toBe('done');
    expect(await failureOf('ed', update, prompt, 'x')).toBe(told);
    await succeed('olga', 'update teams set released_by_proposal = false where id = $1', team);
    expect(await failureOf('ed', update, prompt, 'x')).toBe('done');
  });

  it('lets only owners of the team take the label off', async () => {
    await demandProposals();
    const remove = `select remove_prompt_label($1, 'production')`;
    expect(await ableTo(remove, prompt)).toBe('olga');
  });
});

describe('a deleted account', () => {
  it('takes its proposals along, except accepted ones, which lose the name', async () => {
    const other = await proposeAs('pat', 'another');
    await succeed('ann', accept, proposal, 1, 'better');
    await test.sql('delete from auth.users where id = $1', [people.pat]);
    expect(
      await test.sql('select id, author_id from proposals where prompt_id = $1', [prompt]),
    ).toEqual([{ id: proposal, author_id: null }]);
    expect(await test.sql('select from proposals where id = $1', [other])).toHaveLength(0);
    expect(
      await test.sql(
        'select created_by, proposed_by from prompt_versions where prompt_id = $1 and version_number = 2',
        [prompt],
      ),
    ).toEqual([{ created_by: people.ann, proposed_by: null }]);
  });

  it('of a reviewer leaves the answer without a name', async () => {
    await succeed('ed', decline, proposal, 'No');
    await test.sql('delete from auth.users where id = $1', [people.ed]);
    expect(await succeed('pat', 'select state, answered_by, reason from proposals')).toEqual([
      { state: 'declined', answered_by: null, reason: 'No' },
    ]);
  });

  it('of the owner hands open proposals to the next one', async () => {
    await succeed('ann', 'update prompts set is_public = false where id = $1', prompt);
    await test.sql('delete from auth.users where id = $1', [people.ann]);
    expect(await succeed('olga', accept, proposal, 3, 'better')).toEqual([{ version: '4' }]);
  });

  it('of the owner takes along those that contain a version from before the team read the prompt', async () => {
    const handedOver = await newPrompt(test, people.ann, { content: 'text', is_public: true });
    await proposeAs('pat', 'better', 1, handedOver);
    const declined = await proposeAs('pat', 'another', 1, handedOver);
    await succeed('ann', decline, declined, 'No');
    await succeed(
      'ann',
      `update prompts set content = 'newest', team_id = $2 where id = $1`,
      handedOver,
      team,
    );
    const kept = await proposeAs('pat', 'best', 2, handedOver);
    await test.sql('delete from auth.users where id = $1', [people.ann]);
    expect(
      await succeed(
        'olga',
        'select id, base_content from proposals where prompt_id = $1',
        handedOver,
      ),
    ).toEqual([{ id: kept, base_content: 'newest' }]);
  });
});
