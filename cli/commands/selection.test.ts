import { mkdir, readdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { poem, setUpTerminal, type Row } from '../testing/terminal.ts';

const terminal = await setUpTerminal();
const { createGroups, createPrompt, createTeam, cuebook, fileOf, signIn } = terminal;

interface Place {
  readonly title: string;
  readonly group_id: string | null;
  readonly team_id: string | null;
}

describe('cuebook with --group', () => {
  const titlesOf = async (...args: string[]) => {
    const { stdout } = await cuebook(['list', ...args, '--json']);
    return (JSON.parse(stdout) as Row[]).map(({ title }) => title).sort();
  };

  it('takes a path, its end, or the id, and finds what is below', async () => {
    const mail = await createGroups(['Work', 'Mail']);
    const deep = await createGroups(['Home', 'Mail', 'R/D "x"']);
    const groups = await terminal.ada.db.from('groups').select('id, name').eq('name', 'Home');
    await createPrompt({ ...poem, title: 'At work', group_id: mail });
    await createPrompt({ ...poem, title: 'At home', group_id: groups.data?.[0]?.id });
    await createPrompt({ ...poem, title: 'Below', group_id: deep });
    await signIn();
    expect(await titlesOf('--group', 'Work/Mail')).toEqual(['At work']);
    expect(await titlesOf('--group', 'work')).toEqual(['At work']);
    expect(await titlesOf('-g', 'Home')).toEqual(['At home', 'Below']);
    expect(await titlesOf('-g', 'Home/Mail')).toEqual(['Below']);
    expect(await titlesOf('-g', 'R\\/D "x"')).toEqual(['Below']);
    // A name that was never written as a path.
    expect(await titlesOf('-g', 'R/D "x"')).toEqual(['Below']);
    expect(await titlesOf('-g', mail)).toEqual(['At work']);
    const { stdout } = await cuebook(['list', '-g', 'Home', '--json']);
    expect((JSON.parse(stdout) as { group: string }[]).map(({ group }) => group)).toEqual([
      'Home',
      'Home/Mail/R\\/D "x"',
    ]);

    const ambiguous = await cuebook(['list', '--group', 'Mail']);
    expect(ambiguous).toMatchObject({ code: 1, stdout: '' });
    expect(ambiguous.stderr).toMatch(
      /^cuebook: There are several groups "Mail": (Work\/Mail, Home\/Mail|Home\/Mail, Work\/Mail)\. Give a longer path\.\n$/,
    );
    // At the top, its name is its whole path.
    const top = await createGroups(['Mail']);
    expect(await titlesOf('--group', 'Mail')).toEqual([]);
    const twin = await createGroups(['Mail']);
    const twins = (await cuebook(['list', '--group', 'Mail'])).stderr;
    expect(twins).toContain(`Mail (${top})`);
    expect(twins).toContain('Give the id of one.');
    expect(await titlesOf('--group', twin)).toEqual([]);
    expect((await cuebook(['list', '--group', 'Mail/Work'])).stderr).toBe(
      'cuebook: There is no group "Mail/Work".\n',
    );
  });

  it('finds groups of teams with --team only', async () => {
    const team = await createTeam('Design');
    const inTeam = await createGroups(['Work', 'Mail'], team);
    const other = await createTeam('Sales');
    await createGroups(['Work', 'Mail'], other);
    await createPrompt({ ...poem, title: 'Ours', team_id: team, group_id: inTeam });
    await createPrompt({ ...poem, title: 'Loose', team_id: team });
    await createPrompt({ ...poem, title: 'Theirs', team_id: other });
    await signIn(['prompts:read']);
    expect(await titlesOf('--team', '--group', 'Design/Work')).toEqual(['Ours']);
    expect((await cuebook(['list', '--team', '-g', 'Work/Mail'])).stderr).toMatch(
      /(Design|Sales)\/Work\/Mail, (Design|Sales)\/Work\/Mail\. Give a longer path/,
    );
    expect((await cuebook(['list', '-g', 'Work/Mail'])).stderr).toContain('add --team');

    const pulled = await cuebook(['pull', '--team']);
    expect(pulled.stdout.split('\n').sort()).toEqual([
      '',
      'added\tDesign/Loose.md',
      'added\tDesign/Work/Mail/Ours.md',
      'added\tSales/Theirs.md',
    ]);
  });

  it('pulls into the folders of groups, none of which leads out or hides files', async () => {
    const names = ['..', '../../up', '/etc', 'node_modules', '.git', 'notes.md', 'CON', 'Work'];
    for (const name of [...names, 'cuebook.lock.json']) {
      await createPrompt({ ...poem, title: `In ${name}`, group_id: await createGroups([name]) });
    }
    await createPrompt({ ...poem, title: 'notes' });
    await signIn();
    const { code, stdout } = await cuebook(['pull']);
    expect(code).toBe(0);
    expect(
      stdout
        .trim()
        .split('\n')
        .map((line) => line.replace('added\t', ''))
        .sort(),
    ).toEqual([
      'CON_/In CON.md',
      'Work/In Work.md',
      'cuebook.lock.json_/In cuebook.lock.json.md',
      'etc/In etc.md',
      'git/In .git.md',
      'node_modules_/In node_modules.md',
      'notes.md',
      'notes.md_/In notes.md.md',
      'untitled/In.md',
      'up/In .. .. up.md',
    ]);
    // All are found again.
    expect(await cuebook(['pull'])).toMatchObject({ code: 0, stdout: '' });
    expect(await readdir(terminal.folder)).toEqual(['config', 'prompts']);
  });

  it('creates a new file in the group that has its folder', async () => {
    const mail = await createGroups(['Work', 'E-mail: new']);
    const parentOf = async (id: string) => {
      const { data } = await terminal.ada.db
        .from('groups')
        .select('parent_id')
        .eq('id', id)
        .single();
      return (data as { parent_id: string }).parent_id;
    };
    const team = await createTeam('Design');
    await signIn();
    const write = async (path: string) => {
      await mkdir(join(fileOf(path), '..'), { recursive: true });
      await writeFile(fileOf(path), `---\ntitle: ${path}\n---\n\nText\n`);
    };
    const paths = ['Work/E-mail new/one.md', 'Elsewhere/two.md', 'Design/three.md', 'four.md'];
    for (const path of paths) await write(path);
    expect((await cuebook(['push'])).code).toBe(0);
    const own = terminal.ada.db
      .from('prompts')
      .select('title, group_id, team_id')
      .eq('user_id', terminal.ada.id);
    const rows = await own.order('title').overrideTypes<Place[], { merge: false }>();
    const places = (rows.data ?? []).map(({ title, group_id, team_id }) => [
      title,
      group_id,
      team_id,
    ]);
    // A folder with the name of a team publishes nothing there.
    expect(places).toEqual([
      ['Design/three.md', null, null],
      ['Elsewhere/two.md', null, null],
      ['Work/E-mail new/one.md', mail, null],
      ['four.md', null, null],
    ]);

    const twin = { name: 'E-mail? new', parent_id: await parentOf(mail) };
    await terminal.ada.db.from('groups').insert(twin);
    await write('Work/E-mail new/five.md');
    expect((await cuebook(['push'])).stderr).toContain('Several groups have the folder');

    await rm(join(terminal.folder, 'prompts'), { recursive: true });
    const inTeam = await createGroups(['Mail'], team);
    await cuebook(['pull', '--team']);
    await write('Design/Mail/six.md');
    expect((await cuebook(['push'])).code).toBe(0);
    const six = await terminal.ada.db
      .from('prompts')
      .select('group_id, team_id')
      .eq('group_id', inTeam);
    expect(six.data).toEqual([{ group_id: inTeam, team_id: team }]);
  });
});
