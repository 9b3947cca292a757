import { mkdir, readdir, readFile, rename, rm, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { poem, setUpTerminal } from '../testing/terminal.ts';

const terminal = await setUpTerminal();
const {
  changePrompt,
  createGroups,
  createPrompt,
  cuebook,
  edit,
  fileOf,
  files,
  read,
  readPrompt,
  signIn,
} = terminal;

describe('cuebook pull', () => {
  it('updates, restores and removes files, keeps renamed ones, and leaves others alone', async () => {
    const one = await createPrompt({ ...poem, title: 'One' });
    const two = await createPrompt({ ...poem, title: 'Two' });
    await createPrompt({ ...poem, title: 'Three' });
    await createPrompt({ ...poem, title: 'three' });
    await mkdir(join(terminal.folder, 'prompts'));
    await writeFile(fileOf('README.md'), '# Ours\n');
    await signIn();
    await cuebook(['pull']);
    expect(await files()).toEqual(expect.arrayContaining(['One.md', 'README.md', 'Two.md']));
    expect(await files()).toHaveLength(5);

    await rename(fileOf('One.md'), fileOf('First.md'));
    await changePrompt(one.id, { content: 'New' });
    await changePrompt(two.id, { deleted_at: new Date().toISOString() });
    await rm(fileOf('three 2.md'), { force: true });
    await rm(fileOf('Three 2.md'), { force: true });
    const pulled = await cuebook(['pull']);
    expect(pulled.code).toBe(0);
    expect(pulled.stdout.split('\n').slice(0, 3).sort()).toEqual([
      'removed\tTwo.md',
      expect.stringMatching(/^restored\tthree 2\.md$/i),
      'updated\tFirst.md',
    ]);
    expect(await read('First.md')).toContain('\nNew\n');
    expect(await files()).not.toContain('One.md');
    expect(await read('README.md')).toBe('# Ours\n');
    expect(await cuebook(['diff', '--check'])).toMatchObject({ code: 0, stdout: '' });
  });

  it('never overwrites a change, and merges only what does not contradict', async () => {
    const { id } = await createPrompt(poem);
    await signIn();
    await cuebook(['pull']);
    await edit('Write a poem.md', 'Roses', 'Tulips');
    await changePrompt(id, { content: poem.content.replace('sweet', 'sour') });
    const mine = await read('Write a poem.md');
    const refused = await cuebook(['pull']);
    expect(refused.code).toBe(3);
    expect(refused.stderr).toContain('cuebook pull --merge');
    expect(await read('Write a poem.md')).toBe(mine);

    expect(await cuebook(['pull', '--merge'])).toMatchObject({
      code: 0,
      stdout: 'merged\tWrite a poem.md\n',
    });
    expect(await read('Write a poem.md')).toMatch(/version: 2\n[^]*Tulips[^]*sour/);

    await changePrompt(id, { content: poem.content.replace('Roses', 'Lilies') });
    expect((await cuebook(['pull', '--merge'])).code).toBe(3);
    expect(await read('Write a poem.md')).toMatch(
      /<<<<<<< your file\nTulips[^]*=======\nLilies[^]*>>>>>>> Cuebook, version 3\n/,
    );
    const marked = await cuebook(['push']);
    expect(marked.code).toBe(3);
    expect(marked.stderr).toContain('conflict marks');
    expect((await readPrompt(id)).content).toContain('Lilies');
  });

  it('keeps a changed file whose prompt was deleted', async () => {
    const { id } = await createPrompt(poem);
    await signIn();
    await cuebook(['pull']);
    await edit('Write a poem.md', 'Roses', 'Tulips');
    await changePrompt(id, { deleted_at: new Date().toISOString() });
    const pulled = await cuebook(['pull']);
    expect(pulled.code).toBe(3);
    expect(pulled.stderr).toContain('was deleted in Cuebook');
    expect(await read('Write a poem.md')).toContain('Tulips');
    expect((await cuebook(['push'])).code).toBe(3);
  });

  it('continues after a pull that was interrupted before the lock file was written', async () => {
    const { id } = await createPrompt(poem);
    await signIn();
    await cuebook(['pull']);
    const lock = await readFile(fileOf('cuebook.lock.json'), 'utf8');
    await changePrompt(id, { content: 'Second' });
    await cuebook(['pull']);
    await writeFile(fileOf('cuebook.lock.json'), lock);
    await writeFile(fileOf('.cuebook.0123456789ab.tmp'), '---\nhalf');
    await changePrompt(id, { content: 'Third' });
    expect(await cuebook(['pull'])).toMatchObject({
      code: 0,
      stdout: 'updated\tWrite a poem.md\n',
    });
    expect(await readdir(join(terminal.folder, 'prompts'))).toEqual([
      'Write a poem.md',
      'cuebook.lock.json',
    ]);
    await rm(fileOf('cuebook.lock.json'));
    expect(await cuebook(['pull'])).toMatchObject({ code: 0, stdout: '' });
  });

  it('pulls the same choice of prompts the next time', async () => {
    await createPrompt({ ...poem, title: 'One' });
    await createPrompt({ ...poem, title: 'Two', tags: ['work'] });
    await signIn();
    await cuebook(['pull', '--tag', 'work']);
    expect((await cuebook(['pull'])).stdout).toBe('');
    expect(await files()).toEqual(['Two.md']);
    expect((await cuebook(['pull', '--all'])).stdout).toBe('added\tOne.md\n');
  });

  it('writes nothing outside its folder, whatever the lock file says', async () => {
    const { id } = await createPrompt(poem);
    await signIn();
    await cuebook(['pull']);
    await rm(fileOf('Write a poem.md'));
    const lock = JSON.parse(await readFile(fileOf('cuebook.lock.json'), 'utf8')) as {
      prompts: Record<string, { path: string }>;
    };
    lock.prompts[id] = { ...lock.prompts[id], path: '../outside.md' };
    await writeFile(fileOf('cuebook.lock.json'), JSON.stringify(lock));
    expect((await cuebook(['pull'])).stdout).toBe('restored\tWrite a poem.md\n');
    expect(await readdir(terminal.folder)).not.toContain('outside.md');
  });

  it('follows no symbolic link to a folder, whose files it would replace', async () => {
    await createPrompt({ ...poem, group_id: await createGroups(['Work']) });
    await signIn();
    const elsewhere = join(terminal.folder, 'elsewhere');
    for (const path of [elsewhere, join(terminal.folder, 'prompts')]) await mkdir(path);
    await writeFile(join(elsewhere, 'Write a poem.md'), 'Notes');
    await symlink(elsewhere, fileOf('Work'));
    expect(await cuebook(['pull'])).toMatchObject({
      code: 1,
      stderr: expect.stringContaining('Work is a symbolic link') as string,
    });
    expect(await readFile(join(elsewhere, 'Write a poem.md'), 'utf8')).toBe('Notes');
  });

  it('leaves a file alone whose front matter was removed', async () => {
    await createPrompt(poem);
    await signIn();
    await cuebook(['pull']);
    await writeFile(fileOf('Write a poem.md'), 'Notes');
    expect((await cuebook(['pull'])).stdout).toBe('restored\tWrite a poem 2.md\n');
    expect(await readFile(fileOf('Write a poem.md'), 'utf8')).toBe('Notes');
  });

  it('does not replace a symbolic link', async () => {
    await createPrompt(poem);
    await signIn();
    const notes = join(terminal.folder, 'notes.md');
    await writeFile(notes, 'Notes');
    await mkdir(join(terminal.folder, 'prompts'));
    await symlink(notes, fileOf('Write a poem.md'));
    expect((await cuebook(['pull'])).stdout).toBe('added\tWrite a poem 2.md\n');
    expect(await readFile(fileOf('Write a poem.md'), 'utf8')).toBe('Notes');
  });

  it('is asked for where diff and push find no prompts', async () => {
    await signIn();
    for (const command of [['diff', '--check'], ['push']]) {
      expect(await cuebook([...command, '--dir', 'nowhere'])).toMatchObject({
        code: 1,
        stderr: expect.stringMatching(
          /There are no prompts in .*nowhere\. .*`cuebook pull`/,
        ) as string,
      });
    }
  });

  it('refuses a folder of another installation', async () => {
    await createPrompt(poem);
    await signIn();
    await cuebook(['pull']);
    const env = { CUEBOOK_URL: 'http://127.0.0.1:9', CUEBOOK_TOKEN: 'x' };
    const refused = await cuebook(['push'], { env });
    expect(refused.code).toBe(1);
    expect(refused.stderr).toContain(`has prompts of ${terminal.server.url}`);
  });
});
