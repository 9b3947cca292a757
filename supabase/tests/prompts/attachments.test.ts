import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, it } from 'vitest';
import { setUpTestDatabase } from '#server/testing/test-database.ts';
import { duringTransaction, newPerson, newPrompt, newTeam } from '../world.ts';

const test = await setUpTestDatabase();
let ann: string;
let sam: string;
beforeAll(async () => {
  ann = await newPerson(test, 'Ann');
  sam = await newPerson(test, 'Sam');
});

async function attach(person: string, prompt: string, { size = 1000, name = 'a.png' } = {}) {
  const object = `${prompt}/${randomUUID()}`;
  const { refusal } = await test.asUser(
    person,
    `insert into storage.objects (bucket_id, name, owner_id, version, metadata, user_metadata)
     values ('attachments', $1, $2, gen_random_uuid(), $3, $4)`,
    [object, person, JSON.stringify({ size, mimetype: 'image/png' }), JSON.stringify({ name })],
  );
  return { object, refusal };
}
const filesOf = (prompt: string) =>
  test.sql(
    `select name, type, size::integer, object_name from prompt_attachments
     where prompt_id = $1 and removed_at is null order by id`,
    [prompt],
  );
async function objectExists(name: string): Promise<boolean> {
  return (await test.sql('select from storage.objects where name = $1', [name])).length > 0;
}
async function mayRead(person: string | null, object: string): Promise<boolean> {
  const text = `select from storage.objects where name = $1`;
  return (await test.asUser(person, text, [object])).rows.length > 0;
}

describe('attachments: an upload', () => {
  it('makes the row with the name, type and size that were stored', async () => {
    const prompt = await newPrompt(test, ann);
    const { object } = await attach(ann, prompt, { name: 'a/b\u0007\u202E.png', size: 7 });
    expect(await filesOf(prompt)).toEqual([
      { name: 'a_b__.png', type: 'image/png', size: 7, object_name: object },
    ]);
  });

  it('gets no other name that hides what it is', async () => {
    const prompt = await newPrompt(test, ann);
    await attach(ann, prompt);
    const rename = `update prompt_attachments set name = $2 where prompt_id = $1`;
    const { refusal } = await test.asUser(ann, rename, [prompt, 'photo\u202Egpj.exe']);
    expect(refusal?.code).toBe('23514');
    expect(await filesOf(prompt)).toMatchObject([{ name: 'a.png' }]);
  });

  it('is refused beyond the quota, with the text that people see', async () => {
    const person = await newPerson(test);
    const prompt = await newPrompt(test, person);
    expect((await attach(person, prompt, { size: 500_000_000 })).refusal).toBeNull();
    const { refusal } = await attach(person, prompt, { size: 50_000_000 });
    expect(refusal).toMatchObject({
      code: 'PT413',
      message:
        'There is no room for this file: your prompts have 477 MB of 500 MB in files. Remove some first.',
    });
  });

  it('takes the room of files that were removed before', async () => {
    const person = await newPerson(test);
    const prompt = await newPrompt(test, person);
    const { object } = await attach(person, prompt, { size: 500_000_000 });
    await test.asUser(
      person,
      'update prompt_attachments set removed_at = now() where prompt_id = $1',
      [prompt],
    );
    expect((await attach(person, prompt, { size: 50_000_000 })).refusal).toBeNull();
    expect(await objectExists(object)).toBe(false);
  });

  it('counts for the owner of the prompt, whoever uploads', async () => {
    const [owner, editor] = [await newPerson(test), await newPerson(test)];
    const team = await newTeam(test, { owner: [owner], editor: [editor] });
    const prompt = await newPrompt(test, owner, { team_id: team });
    expect((await attach(editor, prompt, { size: 500_000_000 })).refusal).toBeNull();
    const { refusal } = await attach(editor, prompt, { size: 50_000_000 });
    expect(refusal?.message).toContain('the prompts of this owner have');
    expect((await attach(editor, await newPrompt(test, editor))).refusal).toBeNull();
  });
});

describe('attachments: forks and copies', () => {
  it('have the files of their source, which outlive it', async () => {
    const source = await newPrompt(test, ann, { is_public: true });
    const { object } = await attach(ann, source);
    await test.succeedAs(
      sam,
      `insert into prompts (title, content, forked_from) values ('Fork', 'x', $1)`,
      source,
    );
    const [fork] = await test.sql<{ id: string }>('select id from prompts where forked_from = $1', [
      source,
    ]);
    expect(await filesOf(fork?.id ?? '')).toMatchObject([{ name: 'a.png', object_name: object }]);
    await test.sql('delete from prompts where id = $1', [source]);
    // Signed URLs of people who read the source end.
    expect(await objectExists(object)).toBe(false);
    const [left] = await filesOf(fork?.id ?? '');
    const renamed = String(left?.['object_name']);
    expect(await mayRead(sam, renamed)).toBe(true);
    expect(await mayRead(ann, renamed)).toBe(false);
    await test.sql('delete from prompts where id = $1', [fork?.id]);
    expect(await objectExists(renamed)).toBe(false);
  });

  it('keep the files of a source that leaves the team at the same moment', async () => {
    const team = await newTeam(test, { editor: [ann, sam] });
    const source = await newPrompt(test, ann, { team_id: team });
    await attach(ann, source);
    const copy = randomUUID();
    const { refusal } = await duringTransaction(
      test,
      sam,
      `insert into prompts (id, title, content, forked_from) values ($1, 'T', 'C', $2)`,
      [copy, source],
      () => test.asUser(ann, 'update prompts set team_id = null where id = $1', [source]),
    );
    expect(refusal).toBeNull();
    const [file] = await filesOf(copy);
    expect(await objectExists(String(file?.['object_name']))).toBe(true);
  });

  it('leave removed files behind', async () => {
    const source = await newPrompt(test, ann);
    await attach(ann, source, { name: 'gone.png' });
    await test.sql('update prompt_attachments set removed_at = now() where prompt_id = $1', [
      source,
    ]);
    await attach(ann, source, { name: 'kept.png' });
    const { rows } = await test.asUser(
      ann,
      'select unnest(duplicate_prompts(array[$1]::uuid[])) as id',
      [source],
    );
    expect(await filesOf(String(rows[0]?.['id']))).toMatchObject([{ name: 'kept.png' }]);
  });
});

describe('attachments: the end of a right', () => {
  it.each([
    ['unpublishing', 'update prompts set is_public = false where id = $1'],
    ['deleting', 'update prompts set deleted_at = now() where id = $1'],
    ['leaving a team', 'update prompts set team_id = null where id = $1'],
  ])('%s gives the objects other names, which ends signed URLs', async (_what, change) => {
    const team = await newTeam(test, { owner: [ann], viewer: [sam] });
    const prompt = await newPrompt(test, ann, { is_public: true, team_id: team });
    const { object } = await attach(ann, prompt);
    expect(await mayRead(null, object)).toBe(true);
    await test.sql(change, [prompt]);
    expect(await objectExists(object)).toBe(false);
    const [file] = await filesOf(prompt);
    expect(await mayRead(ann, String(file?.['object_name']))).toBe(true);
  });

  it.each([
    [
      'a team',
      async (prompt: string) => {
        const team = await newTeam(test, { owner: [ann], editor: [sam] });
        await test.asUser(ann, 'update prompts set team_id = $2 where id = $1', [prompt, team]);
      },
    ],
    [
      'a person',
      async (prompt: string) => {
        const share = `select id from share_prompt($1, $2, 'editor')`;
        const { rows } = await test.asUser(ann, share, [prompt, `${sam}@example.com`]);
        await test.asUser(sam, 'select accept_prompt_share($1)', [String(rows[0]?.['id'])]);
      },
    ],
  ])('lets %s restore no file that was removed before', async (_who, share) => {
    const prompt = await newPrompt(test, ann);
    const remove = 'update prompt_attachments set removed_at = now() where prompt_id = $1';
    await attach(ann, prompt, { name: 'before.png' });
    await test.asUser(ann, remove, [prompt]);
    await share(prompt);
    await attach(ann, prompt, { name: 'after.png' });
    await test.asUser(ann, remove, [prompt]);
    const restore =
      'update prompt_attachments set removed_at = null where prompt_id = $1 returning name';
    expect((await test.asUser(sam, restore, [prompt])).rows).toEqual([{ name: 'after.png' }]);
  });

  it('ends signed URLs to a file that is removed, which its owner may still restore', async () => {
    const prompt = await newPrompt(test, ann);
    const { object: removed } = await attach(ann, prompt);
    const { object: other } = await attach(ann, prompt);
    const idAndName = 'select id, object_name from prompt_attachments';
    const [{ id } = {}] = await test.sql(`${idAndName} where object_name = $1`, [removed]);
    const set = (time: string) =>
      test.asUser(ann, `update prompt_attachments set removed_at = ${time} where id = $1`, [id]);
    await set('now()');
    expect(await objectExists(removed)).toBe(false);
    expect(await objectExists(other)).toBe(true);
    await set('null');
    const [file] = await test.sql(`${idAndName} where id = $1`, [id]);
    expect(await mayRead(ann, String(file?.['object_name']))).toBe(true);
  });

  it('is dated by the database, so that a removal can be undone for a day', async () => {
    const prompt = await newPrompt(test, ann);
    await attach(ann, prompt);
    for (const time of ['1999-01-01', 'infinity']) {
      const text = 'update prompt_attachments set removed_at = $2 where prompt_id = $1';
      await test.succeedAs(ann, text, prompt, time);
    }
    const [file] = await test.sql<{ is_today: boolean }>(
      `select removed_at between now() - interval '1 hour' and now() as is_today
       from prompt_attachments where prompt_id = $1`,
      [prompt],
    );
    expect(file?.is_today).toBe(true);
  });

  it('ends signed upload URLs of a former editor', async () => {
    const team = await newTeam(test, { owner: [ann], editor: [sam] });
    const prompt = await newPrompt(test, ann, { team_id: team });
    // As the server uploads: signed by Sam, with every right.
    const upload = () =>
      test.sql(
        `insert into storage.objects (bucket_id, name, owner_id, version, metadata)
         values ('attachments', $1, $2, gen_random_uuid(), '{"size": 1}')`,
        [`${prompt}/${randomUUID()}`, sam],
      );
    await upload();
    await test.sql(`update team_members set role = 'viewer' where user_id = $1`, [sam]);
    await expect(upload()).rejects.toMatchObject({ code: '42501' });
    expect(await filesOf(prompt)).toHaveLength(1);
  });

  it('ends signed URLs when a member leaves the team', async () => {
    const team = await newTeam(test, { owner: [ann], viewer: [sam] });
    const prompt = await newPrompt(test, ann, { team_id: team });
    const { object } = await attach(ann, prompt);
    expect(await mayRead(sam, object)).toBe(true);
    await test.sql('delete from team_members where team_id = $1 and user_id = $2', [team, sam]);
    expect(await objectExists(object)).toBe(false);
    const [file] = await filesOf(prompt);
    expect(await mayRead(sam, String(file?.['object_name']))).toBe(false);
  });
});

describe('attachments: deletion', () => {
  it('takes the objects of an account with its prompts', async () => {
    const person = await newPerson(test);
    const { object } = await attach(person, await newPrompt(test, person));
    await test.sql('delete from auth.users where id = $1', [person]);
    expect(await objectExists(object)).toBe(false);
    expect(
      await test.sql(
        `select from storage.removed_versions where removed_at > now() - interval '1 minute'`,
      ),
    ).not.toEqual([]);
  });

  it("keeps a prompt's files when the account of who uploaded them is deleted", async () => {
    const [owner, editor] = [await newPerson(test), await newPerson(test)];
    const team = await newTeam(test, { owner: [owner], editor: [editor] });
    const prompt = await newPrompt(test, owner, { team_id: team });
    await attach(editor, prompt);
    await test.sql('delete from auth.users where id = $1', [editor]);
    const [file] = await filesOf(prompt);
    expect(await mayRead(owner, String(file?.['object_name']))).toBe(true);
  });

  it('is complete a day after a file was removed, and 30 days after its prompt was', async () => {
    const [one, other] = [await newPrompt(test, ann), await newPrompt(test, ann)];
    const [removed, binned] = [await attach(ann, one), await attach(ann, other)];
    await test.sql(
      `update prompt_attachments set removed_at = now() - interval '2 days' where prompt_id = $1`,
      [one],
    );
    await test.sql(`update prompts set deleted_at = now() where id = $1`, [other]);
    const [file] = await filesOf(other);
    const binnedObject = String(file?.['object_name']);
    await test.sql('select purge_deleted()');
    expect(await objectExists(removed.object)).toBe(false);
    expect(await objectExists(binnedObject)).toBe(true);
    await test.sql(`update prompts set deleted_at = now() - interval '31 days' where id = $1`, [
      other,
    ]);
    await test.sql('select purge_deleted()');
    expect(await objectExists(binnedObject)).toBe(false);
    expect(await objectExists(binned.object)).toBe(false);
  });
});
