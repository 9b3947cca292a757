import { readdir, readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { newId } from '#contract/new-id.ts';
import { promptName } from '#contract/prompt-reference.ts';
import { listen } from '#server/http/listen.ts';
import { addressOf, poem, setUpTerminal } from '../testing/terminal.ts';

const terminal = await setUpTerminal();
const { changePrompt, createPrompt, cuebook, signIn } = terminal;

describe('cuebook export', () => {
  it('replaces a file that differs only with --force', async () => {
    const { id } = await createPrompt(poem);
    await signIn();
    const args = ['export', '--all', '--format', 'agent-skill'];
    const path = join(terminal.folder, '.claude/skills/write-a-poem/SKILL.md');
    expect((await cuebook(args)).stdout).toContain('exported\t');
    expect((await cuebook(args)).stdout).toContain('unchanged\t');
    await changePrompt(id, { content: 'Other' });
    expect(await cuebook(args)).toMatchObject({ code: 3 });
    expect(await readFile(path, 'utf8')).toContain('Roses');
    expect((await cuebook([...args, '--force'])).code).toBe(0);
    expect(await readFile(path, 'utf8')).toContain('Other');
  });

  it('gives each prompt a file of its own, none with the name of a device', async () => {
    const { id } = await createPrompt({ ...poem, title: 'Note' });
    await createPrompt({ ...poem, title: 'Note' });
    await createPrompt({ ...poem, title: promptName({ id, title: 'Note' }) });
    await createPrompt({ ...poem, title: 'CON' });
    await signIn();
    expect((await cuebook(['export', '--all', '--format', 'cursor-rule'])).code).toBe(0);
    const files = await readdir(join(terminal.folder, '.cursor/rules'));
    expect(files).toHaveLength(4);
    expect(files).not.toContain('con.mdc');
  });

  it('writes nothing outside its folder, whatever name the address responds with', async () => {
    const other = createServer((_, response) => {
      const prompt = { id: newId(), title: '…', description: null, tags: [], version: 1 };
      const body = { ...prompt, name: '../../../outside', label: null, text: 'x', variables: [] };
      response.end(JSON.stringify(body));
    });
    await listen(other, '127.0.0.1', 0);
    const env = { CUEBOOK_URL: addressOf(other), CUEBOOK_TOKEN: 'x' };
    const inner = join(terminal.folder, 'inner');
    const exported = await cuebook(
      ['export', '--format', 'cursor-rule', 'x-0193f2a4b5c61d2e', '--dir', inner],
      { env },
    );
    other.close();
    expect(exported).toMatchObject({ code: 1, stdout: '' });
    expect(exported.stderr).toContain('does not answer as Cuebook does');
    expect(await readdir(terminal.folder)).toEqual([]);
  });

  it('needs a format and a choice of prompts', async () => {
    await signIn();
    expect((await cuebook(['export', '--all'])).code).toBe(2);
    expect((await cuebook(['export', '--format', 'cursor-rule'])).code).toBe(2);
  });
});
