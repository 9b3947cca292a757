import type { Client } from 'pg';
import { beforeEach, describe, expect, it } from 'vitest';
import { setUpTestDatabase } from '#server/testing/test-database.ts';
import { whileTransactionIsOpen } from '#server/testing/while-transaction-is-open.ts';
import { newPerson, newPrompt, newTeamOfThree, sendImport } from '../world.ts';

const test = await setUpTestDatabase();
let olga: string;
let ed: string;
let vic: string;
let team: string;
beforeEach(async () => {
  ({ olga, ed, vic, team } = await newTeamOfThree(test));
});

/** Imports a file into the team. */
async function importFile(person: string, content: object) {
  const id = await sendImport(test, person, content);
  return test.asUser(person, 'select import_library($1, to_team => $2) as result', [id, team]);
}
async function imported(person: string, content: object): Promise<unknown> {
  const { rows, refusal } = await importFile(person, content);
  expect(refusal).toBeNull();
  return JSON.parse(rows[0]?.['result'] ?? 'null');
}
const readsTitles = async (person: string) =>
  (
    await test.asUser(person, 'select title from prompts where team_id = $1 order by title', [team])
  ).rows.map(({ title }) => title);

const work = { key: 'work', path: ['Work'], parent: null, description: null };
const mail = { key: 'mail', path: ['Work', 'Mail'], parent: 'work', description: null };
const prompt = (key: string, fields: object = {}) => ({ key, title: key, content: key, ...fields });

describe('import_library into a team', () => {
  it('shares the prompts with the team, in groups of the team, and leaves them to their importer', async () => {
    const file = {
      groups: [work, mail],
      prompts: [prompt('Reply', { group: 'mail' }), prompt('Plan')],
    };
    expect(await imported(ed, file)).toMatchObject({ imported: 2, new_groups: 2 });
    const { rows } = await test.asUser(
      vic,
      `select p.title, g.name, over.name as parent, p.user_id from prompts p
       left join groups g on g.id = p.group_id left join groups over on over.id = g.parent_id
       where p.team_id = $1 order by p.title`,
      [team],
    );
    expect(rows).toEqual([
      { title: 'Plan', name: null, parent: null, user_id: ed },
      { title: 'Reply', name: 'Mail', parent: 'Work', user_id: ed },
    ]);
    expect((await test.asUser(ed, 'select from groups where user_id = $1', [ed])).rows).toEqual([]);
  });

  it('uses the groups and leaves out the prompts that the team has, whoever owns them', async () => {
    const file = { groups: [work, mail], prompts: [prompt('Reply', { group: 'mail' })] };
    await imported(olga, file);
    expect(await imported(ed, file)).toMatchObject({ imported: 0, known: [0], new_groups: 0 });
    expect(await readsTitles(vic)).toEqual(['Reply']);
  });

  it("imports a prompt that only the caller's own library has", async () => {
    await newPrompt(test, ed, { title: 'Reply', content: 'Reply' });
    expect(await imported(ed, { prompts: [prompt('Reply')] })).toMatchObject({ imported: 1 });
  });

  it("makes the file's chains those of the team, and leaves out those that the team has", async () => {
    const file = {
      prompts: [prompt('Reply')],
      chains: [
        { title: 'Launch', steps: [{ prompt: 'Reply' }, { title: 'Own', content: 'Text' }] },
      ],
    };
    await test.asUser(ed, `insert into chains (title) values ('Mine')`);
    expect(await imported(ed, file)).toMatchObject({ new_chains: 1, empty_steps: 0 });
    expect(await imported(olga, file)).toMatchObject({ new_chains: 0 });
    const { rows } = await test.asUser(
      vic,
      `select c.title, c.user_id, count(p.id)::int as read from chains c
       join chain_prompts s on s.chain_id = c.id left join prompts p on p.id = s.prompt_id
       where c.team_id = $1 group by c.id`,
      [team],
    );
    expect(rows).toEqual([{ title: 'Launch', user_id: ed, read: '1' }]);
  });

  it('refuses viewers and strangers, and stores nothing', async () => {
    const stranger = await newPerson(test);
    for (const person of [vic, stranger]) {
      const { refusal } = await importFile(person, { groups: [work], prompts: [prompt('Reply')] });
      expect(refusal?.code).toBe('42501');
    }
    expect(await readsTitles(olga)).toEqual([]);
    expect((await test.asUser(olga, 'select from groups')).rows).toEqual([]);
  });

  /** Takes the turn among the imports of the team, until the transaction ends. */
  const takeTurn = (client: Client) =>
    client.query("select pg_advisory_xact_lock(hashtextextended('import into ' || $1, 0))", [team]);

  it('refuses a stranger without a turn among the imports of the team', async () => {
    const sam = await newPerson(test, 'Sam');
    let wasRefusedMeanwhile = false;
    const { refusal } = await whileTransactionIsOpen(
      test,
      takeTurn,
      () => importFile(sam, { prompts: [prompt('Reply')] }),
      async (_client, hasEnded) => {
        wasRefusedMeanwhile = hasEnded;
      },
    );
    expect(refusal?.code).toBe('42501');
    expect(wasRefusedMeanwhile).toBe(true);
  });

  it('refuses a member who is removed while waiting for another import', async () => {
    const { refusal } = await whileTransactionIsOpen(
      test,
      takeTurn,
      () => importFile(ed, { prompts: [prompt('Reply')] }),
      () => test.sql('delete from team_members where user_id = $1', [ed]),
    );
    expect(refusal?.code).toBe('42501');
  });

  it('stores nothing of a file with a prompt that is refused', async () => {
    const file = { groups: [work], prompts: [prompt('Reply'), prompt('Empty', { title: '' })] };
    expect((await importFile(ed, file)).refusal?.code).toBe('23514');
    expect(await readsTitles(olga)).toEqual([]);
    expect((await test.asUser(olga, 'select from groups')).rows).toEqual([]);
  });

  it('shows members the imported text, and earlier versions to its importer alone', async () => {
    const at = '2020-01-01T00:00:00Z';
    await imported(ed, {
      prompts: [prompt('Reply', { newest: { change_description: null, created_at: at } })],
      versions: [{ prompt: 'Reply', title: 'Secret', content: 'x', created_at: at }],
    });
    const read = async (person: string) =>
      (
        await test.asUser(
          person,
          `select v.title from prompt_versions v join prompts p on p.id = v.prompt_id
           where p.team_id = $1 order by version_number`,
          [team],
        )
      ).rows.map(({ title }) => title);
    expect(await read(ed)).toEqual(['Secret', 'Reply']);
    expect(await read(vic)).toEqual(['Reply']);
  });

  it("resolves a reference by title to the team's prompt, never to a private one of the caller", async () => {
    await newPrompt(test, ed, { title: 'Voice' });
    await newPrompt(test, ed, { title: 'Tone' });
    const shared = await newPrompt(test, olga, { title: 'Tone', team_id: team });
    const content = '{{> Voice}} {{> Tone}}';
    await imported(ed, { prompts: [prompt('Letter', { content })] });
    const { rows } = await test.asUser(vic, `select content from prompts where title = 'Letter'`);
    expect(rows).toEqual([{ content: `{{> Voice}} {{> ${shared}}}` }]);
  });

  it('imports comments only under prompts that the caller owns', async () => {
    await newPrompt(test, olga, { title: 'Reply', content: 'Reply', team_id: team });
    const comment = (key: string) => ({
      prompt: key,
      body: `On ${key}`,
      created_at: '2020-01-01T00:00:00Z',
    });
    const result = await imported(ed, {
      prompts: [prompt('Reply'), prompt('Plan')],
      comments: [comment('Reply'), comment('Plan')],
    });
    expect(result).toMatchObject({ imported: 1, new_comments: 1 });
    const { rows } = await test.asUser(ed, 'select body from comments where user_id = $1', [ed]);
    expect(rows).toEqual([{ body: 'On Plan' }]);
  });
});

describe('a fork in a file that is imported into a team', () => {
  const fork = { forked_from: 'Reply', forked_from_version: 1 };
  const baseOfFork = async (source: string) => {
    await test.asUser(source, `insert into prompts (title, content) values ('Reply', 'Secret')`);
    await test.asUser(source, `update prompts set content = 'Reply' where title = 'Reply'`);
    await test.asUser(source, `update prompts set team_id = $1 where title = 'Reply'`, [team]);
    await imported(ed, { prompts: [prompt('Reply'), prompt('Copy', fork)] });
    const { rows } = await test.asUser(
      ed,
      `select b.content from prompts p, fork_base(p.id) b where p.title = 'Copy'`,
    );
    return rows;
  };

  it("does not reveal a version from before the sharing of another person's prompt", async () => {
    expect(await baseOfFork(olga)).toEqual([{ content: 'Reply' }]);
  });

  it("keeps its version of the importer's own prompt", async () => {
    expect(await baseOfFork(ed)).toEqual([{ content: 'Secret' }]);
  });
});

describe('preview of an import into a team', () => {
  it('compares prompts and groups with those of the team', async () => {
    await imported(olga, { groups: [work], prompts: [prompt('Reply', { group: 'work' })] });
    const [print] = await test.sql<{ print: string }>(
      `select private.prompt_fingerprint('Reply', 'Reply') as print`,
    );
    const known = async (person: string, ofTeam: string | null) =>
      (
        await test.asUser(person, 'select known_prompts($1, $2) as known', [
          [print?.print ?? ''],
          ofTeam,
        ])
      ).rows;
    expect(await known(ed, team)).toEqual([{ known: `{${print?.print}}` }]);
    expect(await known(ed, null)).toEqual([{ known: '{}' }]);
    expect(await known(await newPerson(test), team)).toEqual([{ known: '{}' }]);
    const entries = JSON.stringify([
      { kind: 'groups', path: ['Work'] },
      { kind: 'groups', path: ['Work', 'Mail'] },
    ]);
    const { rows } = await test.asUser(ed, 'select preview_import($1, to_team => $2) as counts', [
      entries,
      team,
    ]);
    expect(JSON.parse(rows[0]?.['counts'] ?? '')).toEqual([
      { file: 1, kind: 'groups', new: 1, existing: 1 },
    ]);
  });
});
