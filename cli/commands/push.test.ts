import { mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it, vi } from 'vitest';
import { poem, setUpTerminal } from '../testing/terminal.ts';

const terminal = await setUpTerminal();
const {
  changePerson,
  changePrompt,
  createGroups,
  createPrompt,
  createTeam,
  cuebook,
  edit,
  fileOf,
  read,
  readPrompt,
  signIn,
} = terminal;

describe('cuebook push', () => {
  it('creates a prompt from a new file once, also after an interruption', async () => {
    await signIn();
    await mkdir(join(terminal.folder, 'prompts'));
    await writeFile(fileOf('new.md'), '---\ntitle: New\ntags: [a, b]\n---\n\nSay {{what}}.\n');
    await writeFile(fileOf('notes.md'), 'No prompt.\n');
    expect(await cuebook(['push'])).toMatchObject({ code: 0, stdout: 'created\tnew.md\n' });
    const { data } = await terminal.ada.db
      .from('prompts')
      .select('id, title, content, tags')
      .eq('user_id', terminal.ada.id);
    expect(data).toEqual([
      {
        id: expect.any(String) as string,
        title: 'New',
        content: 'Say {{what}}.',
        tags: ['a', 'b'],
      },
    ]);
    expect(await read('new.md')).toContain('variables:\n  - what\n');
    expect((await cuebook(['push'])).stderr).toContain('Nothing to push');

    // As if the response had been lost: the file has its id, and no version yet.
    await rm(fileOf('cuebook.lock.json'));
    await edit('new.md', 'version: 1\n', '');
    expect(await cuebook(['push'])).toMatchObject({ code: 0, stdout: '' });
    expect(
      (await terminal.ada.db.from('prompts').select('id').eq('user_id', terminal.ada.id)).data,
    ).toHaveLength(1);
  });

  it('takes a push for done whose response was lost', async () => {
    const { id } = await createPrompt(poem);
    await signIn();
    await cuebook(['pull']);
    await edit('Write a poem.md', 'Roses', 'Tulips');
    await changePrompt(id, { content: poem.content.replace('Roses', 'Tulips') });
    expect(await cuebook(['push'])).toMatchObject({ code: 0 });
    expect(await readPrompt(id)).toMatchObject({ version: 2 });
    expect(await read('Write a poem.md')).toContain('version: 2\n');
  });

  it('merges with --merge, and refuses contradictions', async () => {
    const { id } = await createPrompt(poem);
    await signIn();
    await cuebook(['pull']);
    await edit('Write a poem.md', 'Roses', 'Tulips');
    await changePrompt(id, { content: poem.content.replace('sweet', 'sour'), tags: ['sad'] });
    expect((await cuebook(['push', '--merge'])).stdout).toBe('merged\tWrite a poem.md\n');
    expect(await readPrompt(id)).toMatchObject({
      version: 3,
      tags: ['sad'],
      content: poem.content.replace('Roses', 'Tulips').replace('sweet', 'sour'),
    });
    await edit('Write a poem.md', 'Tulips', 'Daisies');
    await changePrompt(id, { content: poem.content.replace('Roses', 'Lilies') });
    const refused = await cuebook(['push', '--merge']);
    expect(refused.code).toBe(3);
    expect(refused.stderr).toContain('Both changed content in the same place');
    expect((await readPrompt(id)).content).toContain('Lilies');
  });

  it('says what to do if the history lacks the version of the file', async () => {
    await createPrompt(poem);
    await signIn();
    await cuebook(['pull']);
    await edit('Write a poem.md', 'version: 1', 'version: 9');
    await edit('Write a poem.md', 'Roses', 'Tulips');
    for (const command of ['push', 'pull']) {
      const refused = await cuebook([command, '--merge']);
      expect(refused.code).toBe(3);
      expect(refused.stderr).toContain('not in the history: compare both, set the version');
    }
    expect(await read('Write a poem.md')).toContain('Tulips');
    await edit('Write a poem.md', 'version: 9', 'version: 1');
    expect((await cuebook(['push'])).stdout).toBe('pushed\tWrite a poem.md\n');
  });

  it('overwrites nothing that is saved while it compares', async () => {
    const { id } = await createPrompt(poem);
    await signIn();
    await cuebook(['pull']);
    await edit('Write a poem.md', 'Roses', 'Tulips');
    const { fetch } = globalThis;
    const spy = vi.spyOn(globalThis, 'fetch').mockImplementation(async (url, options) => {
      if (options?.method === 'PATCH' && new Headers(options.headers).get('apikey') === null) {
        spy.mockRestore();
        await changePrompt(id, { content: poem.content.replace('Roses', 'Lilies') });
      }
      return fetch(url, options);
    });
    const refused = await cuebook(['push']);
    expect(refused.code).toBe(3);
    expect(refused.stdout).toContain('-Lilies are {{color:red}}\n+Tulips are');
    expect(await readPrompt(id)).toMatchObject({ version: 2 });
  });

  it('says that a released prompt of a team needs a proposal', async () => {
    const team = await createTeam('Team');
    const { id } = await createPrompt({ ...poem, team_id: team });
    await terminal.ada.db.rpc('move_prompt_label', {
      prompt_id: id,
      label: 'production',
      version_number: 1,
    });
    await terminal.ada.db.from('teams').update({ released_by_proposal: true }).eq('id', team);
    await signIn();
    await cuebook(['pull']);
    await edit('Team/Write a poem.md', 'Roses', 'Tulips');
    const refused = await cuebook(['push']);
    expect(refused).toMatchObject({ code: 1, stdout: 'failed\tTeam/Write a poem.md\n' });
    expect(refused.stderr).toContain(
      'Its team changes prompts with the label production by proposals only: Write a poem',
    );
    expect(await readPrompt(id)).toMatchObject({ version: 1 });
  });

  it('says that viewers of a team only read', async () => {
    const team = await createTeam('Design');
    const group = await createGroups(['Work'], team);
    await createPrompt({ ...poem, team_id: team, group_id: group });
    await changePerson();
    await terminal.server.sql(
      `insert into team_members (team_id, user_id, role) values ($1, $2, 'viewer')`,
      [team, terminal.ada.id],
    );
    await signIn();
    await cuebook(['pull', '--team']);
    await edit('Design/Work/Write a poem.md', 'Roses', 'Tulips');
    await writeFile(fileOf('Design/Work/new.md'), '---\ntitle: New\n---\n\nText\n');
    const refused = await cuebook(['push']);
    expect(refused.code).toBe(1);
    expect(refused.stderr).toContain('poem.md: You may read this prompt, but not change it.');
    expect(refused.stderr).toContain(
      'new.md: You may not save this here: viewers of a team only read, and an access token stays within its limits.',
    );
  });

  it('pushes the other files if the server refuses one', async () => {
    await createPrompt({ ...poem, title: 'One' });
    await createPrompt({ ...poem, title: 'Two' });
    await signIn();
    await cuebook(['pull']);
    await edit('One.md', 'title: One', 'title: ""');
    await edit('Two.md', 'Roses', 'Tulips');
    const pushed = await cuebook(['push']);
    expect(pushed).toMatchObject({ code: 1, stdout: 'failed\tOne.md\npushed\tTwo.md\n' });
    expect(pushed.stderr).toContain('One.md: A prompt needs a title.');
  });

  it('names a deleted file, a file that is no text, and one with the id of another', async () => {
    await createPrompt({ ...poem, title: 'One' });
    await createPrompt({ ...poem, title: 'Two' });
    await signIn();
    await cuebook(['pull']);
    await rm(fileOf('One.md'));
    await writeFile(fileOf('bytes.md'), Buffer.from([0x2d, 0xff]));
    const pushed = await cuebook(['push']);
    expect(pushed.code).toBe(1);
    expect(pushed.stderr).toContain('bytes.md: it is no text in UTF-8.');
    expect(pushed.stderr).toContain('One.md: the file was deleted, its prompt was not.');
    await writeFile(fileOf('copy.md'), await read('Two.md'));
    expect((await cuebook(['push'])).stderr).toContain('Two.md and copy.md have the same id');
  });

  it('does not change a prompt that somebody else only shows', async () => {
    const { id } = await createPrompt({ ...poem, is_public: true });
    await changePerson();
    await signIn();
    await mkdir(join(terminal.folder, 'prompts'));
    await writeFile(fileOf('theirs.md'), `---\nid: ${id}\nversion: 1\ntitle: Mine\n---\n\nMine\n`);
    const refused = await cuebook(['push']);
    expect(refused.code).toBe(1);
    expect(refused.stderr).toContain('You may read this prompt, but not change it.');
  });
});
