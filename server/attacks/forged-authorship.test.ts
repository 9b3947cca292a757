import { beforeAll, describe, expect, it } from 'vitest';
import { officialAccountId } from '#contract/limits.ts';
import { attack } from '#server/testing/attacker.ts';
import { insert, type Person, signUp } from '#server/testing/sign-up.ts';
import { setUpTestServer } from '#server/testing/test-server.ts';

const server = await setUpTestServer();
let victim: Person;
let attackers = 0;
beforeAll(async () => {
  victim = await signUp(server, 'victim@example.com');
  // With a public prompt, the victim is a person whom attackers can see and invite.
  await victim.db.from('prompts').insert({ title: 'Seen', content: 'Public', is_public: true });
});

async function newAttacker(): Promise<Person> {
  attackers += 1;
  return signUp(server, `attacker${attackers}@example.com`);
}

interface Invitation {
  readonly id: string;
  readonly user_id: string | null;
  readonly state: string;
}

async function invite(inviter: Person, team: string, role: string, email: string) {
  return inviter.db.rpc('invite_to_team', { team_id: team, role, email }).single<Invitation>();
}

/** Creates a team with an owner and a member who accepted a role. */
async function makeTeam(owner: Person, member: Person, role: string): Promise<string> {
  const team = await insert(owner, 'teams', { name: 'Book club' });
  const { data } = await invite(owner, team, role, member.email);
  const accepted = await member.db.rpc('accept_team_invitation', { id: data?.id });
  expect(accepted.data).toMatchObject({ user_id: member.id, role });
  return team;
}

/** Returns the titles that name a person as the author, in every public list and in the table. */
async function titlesOf(author: string): Promise<string[]> {
  const reader = await newAttacker();
  const [prompts, view, feed] = await Promise.all([
    reader.db.from('prompts').select('id, title').eq('user_id', author),
    reader.db.from('prompt_details_v').select('id, title').eq('user_id', author),
    reader.db.rpc('community_feed', { sort: 'latest', page_size: 200 }).eq('user_id', author),
  ]);
  const inTable = await server.sql<{ title: string }>(
    'select title from prompts where user_id = $1',
    [author],
  );
  const rows: unknown[] = [prompts.data, view.data, feed.data, inTable].flat();
  return rows.flatMap((row) =>
    typeof row === 'object' && row !== null && 'title' in row ? [String(row.title)] : [],
  );
}

const libel = 'What the victim never wrote';

describe.each([
  ['another person', () => victim.id],
  ['the official account', () => officialAccountId],
])('a prompt in the name of %s', (_target, target) => {
  it('is not created by adding them to a team and deleting its owner', async () => {
    const attacker = await newAttacker();
    const team = await insert(attacker, 'teams', { name: 'Trap' });
    for (const role of ['owner', 'editor', 'viewer']) {
      const row = { team_id: team, user_id: target(), role };
      expect((await attacker.db.from('team_members').insert(row)).status).toBe(403);
      expect((await attacker.db.from('team_members').upsert(row)).status).toBe(403);
      // An invitation alone creates no membership.
      await attacker.db.rpc('invite_to_team', { team_id: team, role, user_id: target() });
    }
    const prompt = await insert(attacker, 'prompts', {
      title: libel,
      content: libel,
      is_public: true,
      team_id: team,
    });
    const { status } = await attacker.db.rpc('delete_user_account');
    expect(status).toBe(204);
    expect(await titlesOf(target())).not.toContain(libel);
    const page = await attack(server, 'GET', `/p/${prompt}`);
    expect([page.status, page.text.includes(libel)]).toEqual([404, false]);
  });

  it('is not created by an insert, upsert or update with their id as the owner', async () => {
    const attacker = await newAttacker();
    const ownIds = {
      prompts: await insert(attacker, 'prompts', {
        title: 'Mine',
        content: 'x',
        is_public: true,
      }),
      groups: await insert(attacker, 'groups', { name: 'Mine' }),
      chains: await insert(attacker, 'chains', { title: 'Mine' }),
    };
    const comment = { prompt_id: ownIds.prompts, body: 'Mine' };
    const commentId = await insert(attacker, 'comments', comment);
    const rows: readonly (readonly [table: string, id: string, row: object, owner: string])[] = [
      ['prompts', ownIds.prompts, { title: libel, content: libel, is_public: true }, 'user_id'],
      ['groups', ownIds.groups, { name: libel }, 'user_id'],
      ['chains', ownIds.chains, { title: libel }, 'user_id'],
      ['chain_runs', ownIds.chains, { title: libel }, 'user_id'],
      ['comments', commentId, { ...comment, body: libel }, 'user_id'],
      ['teams', ownIds.groups, { name: libel }, 'created_by'],
    ];
    const refusals: unknown[] = [];
    for (const [table, id, row, owner] of rows) {
      const forgedRow: object = { ...row, [owner]: target() };
      const sent = await Promise.all([
        attacker.db.from(table).insert(forgedRow),
        attacker.db.from(table).upsert({ ...forgedRow, id }),
      ]);
      // An update of a row that is missing or not the attacker's changes nothing.
      const change: object = { [owner]: target() };
      const changed = await attacker.db.from(table).update(change).eq('id', id).select('id');
      refusals.push([table, ...sent.map(({ status }) => status), changed.data ?? []]);
    }
    const refused = rows.map(([table]) => [table, 403, 403, []]);
    expect(refusals).toEqual(refused);
    expect(await titlesOf(target())).not.toContain(libel);
  });

  it('is not created by a version or an import', async () => {
    const attacker = await newAttacker();
    const prompt = await insert(attacker, 'prompts', { title: 'T', content: 'C' });
    const state = {
      prompt_id: prompt,
      version_number: 2,
      title: 'T',
      content: 'C',
      tags: [],
      is_public: false,
    };
    const storedVersion = await attacker.db
      .from('prompt_versions')
      .insert({ ...state, created_by: target() })
      .select('created_by');
    expect(storedVersion.data).toEqual([{ created_by: attacker.id }]);
    const forged = { ...state, content: libel, created_by: target(), imported: true };
    expect((await attacker.db.from('prompt_versions').insert(forged)).status).toBe(403);

    const importId = crypto.randomUUID();
    const title = `${libel}, says ${attacker.email}`;
    const version = { title, content: libel, created_by: target(), user_id: target() };
    const content = {
      prompts: [{ key: 'a', ...version, is_public: true }],
      versions: [{ prompt: 'a', ...version }],
    };
    const part = { import_id: importId, part: 0, content };
    const foreignPart = await attacker.db
      .from('import_parts')
      .insert({ ...part, user_id: target() });
    expect(foreignPart.status).toBe(403);
    await attacker.db.from('import_parts').insert(part);
    const stored = await attacker.db.rpc('import_library', { import_id: importId, publish: true });
    expect(stored.error).toBeNull();
    const authors = await server.sql(
      'select distinct user_id, created_by from prompts p join prompt_versions v on v.prompt_id = p.id where p.title = $1',
      [title],
    );
    expect(authors).toEqual([{ user_id: attacker.id, created_by: attacker.id }]);
  });
});

describe('a viewer of a team', () => {
  it("cannot be made the owner, and does not inherit the owner's prompts", async () => {
    const attacker = await newAttacker();
    const team = await makeTeam(attacker, victim, 'viewer');
    const promoted = await attacker.db
      .from('team_members')
      .update({ role: 'owner' })
      .eq('user_id', victim.id);
    expect(promoted.status).toBe(403);
    const prompt = { title: libel, content: libel, is_public: true, team_id: team };
    await insert(attacker, 'prompts', prompt);
    await attacker.db.rpc('delete_user_account');
    expect(await titlesOf(victim.id)).not.toContain(libel);
  });
});

describe('an editor of a team', () => {
  it("inherits the deleted owner's prompts as private, without being their author", async () => {
    const [owner, editor] = [await newAttacker(), await newAttacker()];
    const team = await makeTeam(owner, editor, 'editor');
    const row = { title: 'Ours', content: 'x', is_public: true, team_id: team };
    const prompt = await insert(owner, 'prompts', row);
    await owner.db.rpc('delete_user_account');

    const { data } = await editor.db
      .from('prompts')
      .select('user_id, is_public, prompt_versions(version_number, created_by, change_description)')
      .eq('id', prompt)
      .order('version_number', { referencedTable: 'prompt_versions' })
      .single();
    expect(data).toEqual({
      user_id: editor.id,
      is_public: false,
      prompt_versions: [
        { version_number: 1, created_by: null, change_description: 'Initial version' },
        {
          version_number: 2,
          created_by: null,
          change_description: 'Handed over when its owner deleted their account',
        },
      ],
    });
    expect((await attack(server, 'GET', `/p/${prompt}`)).status).toBe(404);
  });
});

describe('an invitation', () => {
  it('shows the team and the inviter to the invited person', async () => {
    const attacker = await newAttacker();
    const team = await insert(attacker, 'teams', { name: 'Choir' });
    await invite(attacker, team, 'viewer', victim.email);
    const open = await victim.db.rpc('my_team_invitations');
    expect(open.data).toMatchObject([
      { team_name: 'Choir', role: 'viewer', inviter_name: attacker.email },
    ]);
    expect((await victim.db.from('teams').select('id').eq('id', team)).data).toEqual([]);
  });

  it('is limited to 50 a day, then 429', async () => {
    const attacker = await newAttacker();
    const team = await insert(attacker, 'teams', { name: 'Flood' });
    const statuses: number[] = [];
    for (let number = 0; number < 52; number += 1) {
      const sent = await invite(attacker, team, 'viewer', `somebody${number}@example.com`);
      statuses.push(sent.status);
    }
    expect(statuses.filter((status) => status === 200)).toHaveLength(50);
    expect(statuses.slice(50)).toEqual([429, 429]);
  });

  it('has the same response with and without an account', async () => {
    const attacker = await newAttacker();
    const team = await insert(attacker, 'teams', { name: 'Asking' });
    const responses: unknown[] = [];
    for (const email of [victim.email, 'nobody@example.com']) {
      const { status, data } = await invite(attacker, team, 'viewer', email);
      responses.push([status, Object.keys(data ?? {}), data?.user_id, data?.state]);
    }
    expect(responses[0]).toEqual(responses[1]);
  });
});
