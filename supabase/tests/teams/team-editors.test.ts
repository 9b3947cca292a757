import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { setUpTestDatabase } from '#server/testing/test-database.ts';
import { newPerson, newPrompt, newTeam } from '../world.ts';

const test = await setUpTestDatabase();
let ann: string;
let ed: string;
let vic: string;
let team: string;
let prompt: string;
beforeAll(async () => {
  ann = await newPerson(test, 'Ann');
  ed = await newPerson(test, 'Ed');
  vic = await newPerson(test, 'Vic');
  team = await newTeam(test, { owner: [ann], editor: [ed], viewer: [vic] });
});

async function as(person: string, text: string, ...values: unknown[]) {
  return test.asUser(person, text, values);
}

const succeed = test.succeedAs;

async function versionsFor(person: string): Promise<unknown[]> {
  const rows = await succeed(
    person,
    'select version_number from prompt_versions where prompt_id = $1 order by 1',
    prompt,
  );
  return rows.map((row) => Number(row['version_number']));
}

const sharedVersion = async () => {
  const rows = await test.sql('select shared_version from prompts where id = $1', [prompt]);
  return rows[0]?.['shared_version'];
};

/** Creates a prompt with two private versions, shared with the team as version 3. */
beforeEach(async () => {
  prompt = await newPrompt(test, ann, { content: 'secret' });
  await succeed(ann, `update prompts set content = 'clean' where id = $1`, prompt);
  await succeed(ann, 'update prompts set team_id = $2 where id = $1', prompt, team);
});

describe('versions from before a prompt was shared with a team', () => {
  it('are read by the owner of the prompt alone, later ones by every member', async () => {
    await succeed(ed, `update prompts set content = 'better' where id = $1`, prompt);
    expect(await versionsFor(ann)).toEqual([1, 2, 3, 4]);
    expect(await versionsFor(ed)).toEqual([3, 4]);
    expect(await versionsFor(vic)).toEqual([3, 4]);
  });

  it('are not counted for an editor, and an editor cannot restore them', async () => {
    const count = 'select count(*) as n from prompt_versions where prompt_id = $1';
    expect(await succeed(ed, count, prompt)).toEqual([{ n: '1' }]);
    const restored = await as(ed, 'select restore_prompt_version($1, 1)', prompt);
    expect(restored.refusal?.code).toBe('PT404');
    const outdated = await as(ed, 'select restore_prompt_version($1, 3, 2)', prompt);
    expect(outdated.refusal?.code).toBe('PT409');
    const back = 'select content from restore_prompt_version($1, 3)';
    expect(await succeed(ed, back, prompt)).toEqual([{ content: 'clean' }]);
  });

  it('are not found by a viewer, who restores no later one either', async () => {
    const restore = 'select restore_prompt_version($1, $2)';
    expect((await as(vic, restore, prompt, 1)).refusal?.code).toBe('PT404');
    expect((await as(vic, restore, prompt, 3)).refusal?.code).toBe('42501');
    expect((await as(vic, `${restore.slice(0, -1)}, 3)`, prompt, 3)).refusal?.code).toBe('42501');
  });

  it('include all earlier ones again when the prompt moves to another team', async () => {
    const other = await newTeam(test, { owner: [ann], editor: [ed] });
    await succeed(ann, 'update prompts set team_id = null where id = $1', prompt);
    expect(await sharedVersion()).toBeNull();
    await succeed(ann, `update prompts set content = 'between' where id = $1`, prompt);
    await succeed(ann, 'update prompts set team_id = $2 where id = $1', prompt, other);
    expect(await versionsFor(ed)).toEqual([6]);
    await succeed(ann, 'update prompts set team_id = $2 where id = $1', prompt, team);
    expect(await versionsFor(ed)).toEqual([7]);
  });

  it('stay hidden from the next team when the first one is removed', async () => {
    const other = await newTeam(test, { owner: [ann], editor: [ed] });
    await succeed(ann, 'update prompts set team_id = $2 where id = $1', prompt, other);
    await succeed(ann, 'delete from teams where id = $1', other);
    expect(await sharedVersion()).toBeNull();
    await succeed(ann, 'update prompts set team_id = $2 where id = $1', prompt, team);
    expect(await versionsFor(ed)).toEqual([5]);
  });

  it('cannot be revealed by a client that sends another shared_version', async () => {
    for (const person of [ann, ed]) {
      await succeed(person, 'update prompts set shared_version = 1 where id = $1', prompt);
      expect(await sharedVersion()).toBe(3);
    }
    const made = await succeed(
      ann,
      `insert into prompts (title, content, shared_version) values ('T', 'C', 1) returning shared_version`,
    );
    expect(made).toEqual([{ shared_version: null }]);
  });

  it('do not exist for a prompt that was created in the team', async () => {
    const made = await succeed(
      ann,
      `insert into prompts (title, content, team_id, version) values ('T', 'C', $1, 7) returning id`,
      team,
    );
    prompt = made[0]?.['id'] ?? '';
    expect(await versionsFor(ed)).toEqual([1]);
  });
});

describe('an editor of a team', () => {
  const state = async () =>
    (await test.sql('select is_public, deleted_at from prompts where id = $1', [prompt]))[0];

  it('moves a prompt to the bin and back with its whole history, but cannot delete it permanently', async () => {
    await succeed(ed, 'update prompts set deleted_at = now() where id = $1', prompt);
    const gone = await succeed(ed, 'delete from prompts where id = $1 returning id', prompt);
    expect(gone).toEqual([]);
    expect(await versionsFor(ann)).toEqual([1, 2, 3]);
    await succeed(ed, 'update prompts set deleted_at = null where id = $1', prompt);
    expect(await state()).toEqual({ is_public: false, deleted_at: null });
  });

  it('can neither publish a prompt nor make one private, not even by an upsert', async () => {
    const publish = [
      'update prompts set is_public = true where id = $1',
      `insert into prompts (id, title, content, user_id) values ($1, 'T', 'C', '${ann}')
       on conflict (id) do update set is_public = true`,
    ];
    for (const statement of publish) {
      expect((await as(ed, statement, prompt)).refusal?.code).toBe('42501');
    }
    await succeed(ann, 'update prompts set is_public = true where id = $1', prompt);
    const hide = await as(ed, 'update prompts set is_public = false where id = $1', prompt);
    expect(hide.refusal).toMatchObject({
      code: '42501',
      message: 'Only its owner makes a prompt public or private',
    });
    expect(await state()).toMatchObject({ is_public: true });
  });
});
