import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { promptName } from '#contract/prompt-reference.ts';
import { poem, setUpTerminal } from './testing/terminal.ts';

const terminal = await setUpTerminal();
const { changePrompt, createPrompt, cuebook, edit, read, readPrompt, signIn } = terminal;

describe('cuebook', () => {
  it('takes a prompt from login to list, pull, edit, push, conflict, get and export', async () => {
    const { id } = await createPrompt(poem);
    await signIn();
    const name = promptName({ id, title: poem.title });
    expect((await cuebook(['list'])).stdout).toContain(`${name}\tWrite a poem\t1\t`);

    expect(await cuebook(['pull'])).toMatchObject({ code: 0, stdout: 'added\tWrite a poem.md\n' });
    expect(await cuebook(['diff', '--check'])).toMatchObject({ code: 0, stdout: '' });
    await edit('Write a poem.md', 'Roses', 'Tulips');
    expect(await cuebook(['diff', '--check'])).toMatchObject({
      code: 3,
      stdout: 'modified\tWrite a poem.md\n',
    });
    expect((await cuebook(['diff'])).stdout).toContain('-Roses are {{color:red}}\n+Tulips are');

    const pushed = await cuebook(['push', '-m', 'Tulips, not roses']);
    expect(pushed).toMatchObject({ code: 0, stdout: 'pushed\tWrite a poem.md\n' });
    expect(await readPrompt(id)).toMatchObject({
      version: 2,
      content: poem.content.replace('Roses', 'Tulips'),
    });
    expect(await read('Write a poem.md')).toContain('version: 2\n');
    const history = await terminal.ada.db
      .from('prompt_versions')
      .select('change_description')
      .eq('version_number', 2);
    expect(history.data).toEqual([{ change_description: 'Tulips, not roses' }]);

    await changePrompt(id, { content: poem.content.replace('Roses', 'Lilies') });
    await edit('Write a poem.md', 'Tulips', 'Daisies');
    const refused = await cuebook(['push']);
    expect(refused.code).toBe(3);
    expect(refused.stdout).toContain('-Lilies are {{color:red}}\n+Daisies are {{color:red}}');
    expect(refused.stderr).toContain('version 3 was saved since you pulled');
    expect((await readPrompt(id)).content).toContain('Lilies');

    const got = await cuebook(
      ['get', name, '--var', 'color=$& {{line}}\n', '--var-file', 'line=-'],
      {
        input: 'a\r\nb',
      },
    );
    expect(got.stdout).toBe('Lilies are $& {{line}}\n\nViolets are blue\nSugar is sweet\na\r\nb\n');
    expect((await cuebook(['get', `${name}@1`])).stdout).toContain('Roses are red\n');
    const uses = await terminal.ada.db.from('prompt_uses').select('uses, last_values');
    expect(uses.data).toEqual([
      { uses: 2, last_values: { color: '$& {{line}}\n', line: 'a\r\nb' } },
    ]);

    const exported = await cuebook(['export', name, '--format', 'claude-command']);
    expect(exported.stdout).toBe('exported\t.claude/commands/write-a-poem.md\n');
    expect(
      await readFile(join(terminal.folder, '.claude/commands/write-a-poem.md'), 'utf8'),
    ).toContain('description: Write a poem\n');
  });
});

describe('the output', () => {
  it('is JSON for programs', async () => {
    const { id } = await createPrompt(poem);
    await signIn();
    const path = 'Write a poem.md';
    const pulled = await cuebook(['pull', '--json']);
    expect(pulled.stderr).toBe('');
    expect(JSON.parse(pulled.stdout)).toEqual([{ state: 'added', path, id, version: 1 }]);
    await edit(path, 'Roses', 'Tulips');
    const compared = await cuebook(['diff', '--json']);
    expect(JSON.parse(compared.stdout)).toEqual([
      {
        state: 'modified',
        path,
        id,
        version: 1,
        diff: expect.stringContaining('+Tulips') as string,
      },
    ]);
    const pushed = await cuebook(['push', '--json']);
    expect(JSON.parse(pushed.stdout)).toEqual([{ state: 'pushed', path, id, version: 2 }]);
    expect(JSON.parse((await cuebook(['push', '--json'])).stdout)).toEqual([]);
  });

  it('has colours in a terminal only, and none with NO_COLOR', async () => {
    await createPrompt(poem);
    await signIn();
    await cuebook(['pull']);
    await edit('Write a poem.md', 'Roses', 'Tulips');
    const green = '\u001B[32m+Tulips';
    const env = { XDG_CONFIG_HOME: join(terminal.folder, 'config') };
    expect((await cuebook(['diff'])).stdout).not.toContain('\u001B');
    expect((await cuebook(['diff'], { isTerminal: true })).stdout).toContain(green);
    const plain = await cuebook(['diff'], { isTerminal: true, env: { ...env, NO_COLOR: '1' } });
    expect(plain.stdout).not.toContain('\u001B');
  });

  it('says in one sentence that the server is not reached', async () => {
    const env = { CUEBOOK_URL: 'http://127.0.0.1:9', CUEBOOK_TOKEN: 'x' };
    const { code, stderr } = await cuebook(['list'], { env });
    expect(code).toBe(1);
    expect(stderr).toMatch(
      /^cuebook: http:\/\/127\.0\.0\.1:9 can't be reached \(.+\)\. Check the address and your connection\.\n$/,
    );
  });
});
