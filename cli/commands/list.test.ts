import { createServer } from 'node:http';
import { describe, expect, it } from 'vitest';
import { listen } from '#server/http/listen.ts';
import { addressOf, poem, setUpTerminal, type Row } from '../testing/terminal.ts';

const terminal = await setUpTerminal();
const { createPrompt, cuebook, signIn } = terminal;

describe('cuebook list', () => {
  it('lists favorites, groups and tags, all pages of them', async () => {
    const group = await terminal.ada.db.from('groups').insert({ name: 'Work' }).select().single();
    const rows = Array.from({ length: 205 }, (_, index) => ({
      title: `Prompt ${index}`,
      content: 'Text',
      tags: index % 2 === 0 ? ['Even'] : [],
      group_id: index === 7 ? (group.data as { id: string }).id : null,
    }));
    const { data } = await terminal.ada.db.from('prompts').insert(rows).select('id, title');
    const star = (data as Row[]).find(({ title }) => title === 'Prompt 9');
    await terminal.ada.db.from('favorites').insert({ prompt_id: star?.id });
    await signIn();
    const titles = async (...args: string[]) => {
      const { stdout } = await cuebook(['list', '--json', ...args]);
      return (JSON.parse(stdout) as Row[]).map(({ title }) => title);
    };
    expect(new Set(await titles()).size).toBe(205);
    expect(await titles('--tag', 'even')).toHaveLength(103);
    expect(await titles('--group', 'Work')).toEqual(['Prompt 7']);
    expect(await titles('--favorites')).toEqual(['Prompt 9']);
    expect((await cuebook(['list', '--group', 'None'])).stderr).toContain(
      'There is no group "None"',
    );
  });

  it('keeps control characters of titles out of a terminal', async () => {
    const title = 'Red \u001B[31m or \u009B32mgreen \u202Etitle';
    const { id } = await createPrompt({ ...poem, title });
    await signIn();
    const { stdout } = await cuebook(['list'], { isTerminal: true });
    expect(stdout).toContain('Red \uFFFD[31m or \uFFFD32mgreen \uFFFDtitle');
    const json = await cuebook(['list', '--json'], { isTerminal: true });
    expect(json.stdout).toContain(String.raw`Red \u001b[31m or \u009b32mgreen \u202etitle`);
    expect(JSON.parse(json.stdout)).toMatchObject([{ id, title }]);
  });

  it('keeps control characters of a prompt and of a server out of its messages', async () => {
    const { id } = await createPrompt({ ...poem, content: '{{tone|choice:\u001B]0;title\u0007}}' });
    await signIn();
    const warned = await cuebook(['get', id, '--var', 'tone=other']);
    expect(warned.stderr).toBe('warning: tone should be one of: \uFFFD]0;title\uFFFD.\n');

    const row = { id: 'red\u001B[31m', title: '', version: 1, tags: [], updated_at: '2030-01-01' };
    const other = createServer(({ url = '' }, response) => {
      if (url.includes('prompts_by_title')) {
        response.end(JSON.stringify([{ ...row, group_id: null, team_id: null }]));
      } else response.writeHead(400).end(JSON.stringify({ message: 'Red \u001B[31mmessage' }));
    });
    await listen(other, '127.0.0.1', 0);
    const env = { CUEBOOK_URL: addressOf(other), CUEBOOK_TOKEN: 'x' };
    const listed = await cuebook(['list'], { env, isTerminal: true });
    const refused = await cuebook(['list', '--favorites'], { env });
    other.close();
    expect(listed.stdout).toContain('red\uFFFD[31m');
    expect(refused.stderr).toBe('cuebook: Red \uFFFD[31mmessage.\n');
  });
});
