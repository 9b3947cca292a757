import {
  mkdir,
  mkdtemp,
  readdir,
  readFile,
  rename,
  rm,
  stat,
  symlink,
  writeFile,
} from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { newId } from '#contract/new-id.ts';
import { promptName } from '#contract/prompt-reference.ts';
import { listen } from '#server/http/listen.ts';
import { approve, authorizationId } from '#server/testing/oauth-app.ts';
import { type Person, signUp } from '#server/testing/sign-up.ts';
import { setUpTestServer } from '#server/testing/test-server.ts';
import type { Context } from './context.ts';
import { run } from './run.ts';

const server = await setUpTestServer();
let ada: Person;
let folder: string;
let people = 0;
// Each test has a person, a home and a folder of its own.
beforeEach(async () => {
  people += 1;
  ada = await signUp(server, `ada${people}@example.com`);
  folder = await mkdtemp(join(tmpdir(), 'cuebook-cli-'));
  return () => rm(folder, { recursive: true, force: true });
});

interface Outcome {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
}

interface CallOptions extends Partial<Context> {
  readonly input?: string;
}

async function cuebook(args: readonly string[], options: CallOptions = {}): Promise<Outcome> {
  const { input = '', ...context } = options;
  let [stdout, stderr] = ['', ''];
  const code = await run(args, {
    env: { XDG_CONFIG_HOME: join(folder, 'config') },
    platform: 'linux',
    homeFolder: folder,
    currentFolder: folder,
    isTerminal: false,
    canAsk: false,
    write: (text) => (stdout += text),
    note: (line) => (stderr += `${line}\n`),
    readInput: () => Promise.resolve(input),
    openPage: () => Promise.resolve(false),
    ...context,
  });
  return { code, stdout, stderr };
}

async function createToken(scopes = ['prompts:read', 'prompts:write']): Promise<string> {
  const created = await ada.db.rpc('create_access_token', { name: 'Terminal', scopes });
  if (created.error) throw created.error;
  return String(created.data);
}

async function signIn(scopes?: string[]): Promise<void> {
  const signedIn = await cuebook(['login', server.url, '--with-token'], {
    input: `${await createToken(scopes)}\n`,
  });
  expect(signedIn).toMatchObject({ code: 0, stdout: '' });
}

/** Allows the access as a person does in the browser. */
async function allow(url: string): Promise<boolean> {
  const answer = await fetch(await approve(ada, new URL(url)));
  expect(await answer.text()).toContain('Go back to the terminal.');
  return true;
}

function addressOf(other: Server): string {
  const address = other.address();
  return `http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}`;
}

interface Place {
  readonly title: string;
  readonly group_id: string | null;
  readonly team_id: string | null;
}

interface Row {
  readonly id: string;
  readonly title: string;
  readonly content: string;
  readonly version: number;
}

async function createPrompt(values: Record<string, unknown>): Promise<Row> {
  const { data, error } = await ada.db.from('prompts').insert(values).select().single<Row>();
  if (error) throw error;
  return data;
}

async function readPrompt(id: string): Promise<Row> {
  const { data, error } = await ada.db.from('prompts').select().eq('id', id).single<Row>();
  if (error) throw error;
  return data;
}

async function changePrompt(id: string, values: Record<string, unknown>): Promise<void> {
  const { error } = await ada.db.from('prompts').update(values).eq('id', id);
  if (error) throw error;
}

const fileOf = (name: string) => join(folder, 'prompts', name);
const read = (name: string) => readFile(fileOf(name), 'utf8');
async function edit(name: string, from: string, to: string): Promise<void> {
  const text = await read(name);
  expect(text).toContain(from);
  await writeFile(
    fileOf(name),
    text.replace(from, () => to),
  );
}
const files = async () =>
  (await readdir(join(folder, 'prompts'))).filter((name) => name.endsWith('.md'));

/** Creates the groups of a path, in the team if there is one, and returns the id of the last. */
async function createGroups(names: readonly string[], teamId?: string): Promise<string> {
  let parent: string | null = null;
  for (const name of names) {
    const group: { data: { id: string } | null } = await ada.db
      .from('groups')
      .insert({ name, parent_id: parent, ...(teamId === undefined ? {} : { team_id: teamId }) })
      .select('id')
      .single();
    parent = group.data?.id ?? null;
  }
  return parent ?? '';
}

async function createTeam(name: string): Promise<string> {
  const { data } = await ada.db.from('teams').insert({ name }).select().single<Row>();
  return data?.id ?? '';
}

const poem = {
  title: 'Write a poem',
  content: 'Roses are {{color:red}}\nViolets are blue\nSugar is sweet\n{{line}}\n',
  tags: ['fun'],
};

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
    const history = await ada.db
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
    const uses = await ada.db.from('prompt_uses').select('uses, last_values');
    expect(uses.data).toEqual([
      { uses: 2, last_values: { color: '$& {{line}}\n', line: 'a\r\nb' } },
    ]);

    const exported = await cuebook(['export', name, '--format', 'claude-command']);
    expect(exported.stdout).toBe('exported\t.claude/commands/write-a-poem.md\n');
    expect(await readFile(join(folder, '.claude/commands/write-a-poem.md'), 'utf8')).toContain(
      'description: Write a poem\n',
    );
  });
});

describe('cuebook login', () => {
  it('stores the token where only the person can read it, and logout forgets it', async () => {
    await signIn();
    const path = join(folder, 'config/cuebook/hosts.json');
    expect((await stat(path)).mode & 0o777).toBe(0o600);
    expect((await stat(join(folder, 'config/cuebook'))).mode & 0o777).toBe(0o700);
    expect((await cuebook(['logout'])).stderr).toContain('Signed out');
    expect(await readFile(path, 'utf8')).not.toContain('cbk_');
    expect(await cuebook(['list'])).toMatchObject({ code: 4, stdout: '' });
  });

  it('refuses a token that the server does not know, and stores nothing', async () => {
    const unknown = `cbk_${'0'.repeat(48)}`;
    const refused = await cuebook(['login', server.url, '--with-token'], { input: unknown });
    expect(refused.code).toBe(4);
    expect(refused.stderr).toContain('unknown, expired or revoked');
    expect((await cuebook(['list'])).code).toBe(4);
  });

  it('sends the token of one installation to no other', async () => {
    await signIn();
    const other = await cuebook(['list', '--url', 'http://127.0.0.1:9']);
    expect(other.code).toBe(4);
    expect(other.stderr).toContain('You are not signed in to http://127.0.0.1:9.');
  });

  it('signs in with the browser, refreshes the access, and ends it by logout', async () => {
    await createPrompt(poem);
    const signedIn = await cuebook(['login', server.url], { canAsk: true, openPage: allow });
    expect(signedIn).toMatchObject({ code: 0, stdout: '' });
    expect((await cuebook(['list'])).stdout).toContain('Write a poem');
    await cuebook(['pull']);
    await edit('Write a poem.md', 'Roses', 'Tulips');
    expect((await cuebook(['push'])).stdout).toBe('pushed\tWrite a poem.md\n');

    const path = join(folder, 'config/cuebook/hosts.json');
    const before = await readFile(path, 'utf8');
    await writeFile(path, before.replace(/"expiresAt": \d+/, '"expiresAt": 1'));
    expect((await cuebook(['list'])).stdout).toContain('Write a poem');
    const after = await readFile(path, 'utf8');
    const token = /"token": "([^"]+)"/;
    expect(token.exec(after)?.[1]).not.toBe(token.exec(before)?.[1]);

    expect((await cuebook(['logout'])).stderr).toBe(`Signed out of ${server.url}.\n`);
    const env = { CUEBOOK_URL: server.url, CUEBOOK_TOKEN: token.exec(after)?.[1] };
    expect((await cuebook(['list'], { env })).code).toBe(4);
  });

  it('ends when the person gives no access, whatever else comes to its port', async () => {
    const denied = await cuebook(['login', server.url, '--read-only'], {
      canAsk: true,
      async openPage(url) {
        const request = new URL(url);
        expect(request.searchParams.get('scope')).toBe('prompts:read');
        const callback = request.searchParams.get('redirect_uri') ?? '';
        const forged = await fetch(`${callback}?state=other&code=x`);
        expect(forged.status).toBe(400);
        const id = await authorizationId(request);
        const { data } = await ada.auth.oauth.denyAuthorization(id, { skipBrowserRedirect: true });
        await fetch(data?.redirect_url ?? '');
        return true;
      },
    });
    expect(denied.code).toBe(4);
    expect(denied.stderr).toContain('You gave no access.');
    expect((await cuebook(['list'])).code).toBe(4);
  });

  it('takes address and token from the environment', async () => {
    await createPrompt(poem);
    const env = { CUEBOOK_URL: server.url, CUEBOOK_TOKEN: await createToken() };
    expect((await cuebook(['list'], { env })).stdout).toContain('Write a poem');
  });

  it('does not show a token that no header takes', async () => {
    const env = { CUEBOOK_URL: server.url, CUEBOOK_TOKEN: 'cbk_secret\nmore' };
    const { code, stderr } = await cuebook(['list'], { env });
    expect(code).toBe(4);
    expect(stderr).toContain('characters that no token has');
    expect(stderr).not.toContain('secret');
  });

  it('opens web pages only, whatever the address names as its sign-in page', async () => {
    const opened: string[] = [];
    const other = createServer((request, response) => {
      const address = addressOf(other);
      const metadata = {
        resource: `${address}/`,
        authorization_servers: [address],
        issuer: address,
        authorization_endpoint: 'file:///usr/bin/program',
        token_endpoint: `${address}/token`,
        registration_endpoint: `${address}/register`,
        client_id: 'client',
      };
      const status = request.method === 'POST' ? 201 : 200;
      response
        .writeHead(status, { 'content-type': 'application/json' })
        .end(JSON.stringify(metadata));
    });
    await listen(other, '127.0.0.1', 0);
    const { code, stderr } = await cuebook(['login', addressOf(other)], {
      canAsk: true,
      openPage: async (url) => opened.push(url) > 0,
    });
    other.close();
    expect(code).toBe(1);
    expect(stderr).toContain('names a page to sign in that is none: file:///usr/bin/program');
    expect(opened).toEqual([]);
  });

  it('says which scope a token lacks', async () => {
    await createPrompt(poem);
    await signIn(['prompts:read']);
    await cuebook(['pull']);
    await edit('Write a poem.md', 'Roses', 'Tulips');
    const refused = await cuebook(['push']);
    expect(refused.code).toBe(1);
    expect(refused.stderr).toContain('needs the scope prompts:write');
  });
});

describe('cuebook list', () => {
  it('lists favorites, groups and tags, all pages of them', async () => {
    const group = await ada.db.from('groups').insert({ name: 'Work' }).select().single();
    const rows = Array.from({ length: 205 }, (_, index) => ({
      title: `Prompt ${index}`,
      content: 'Text',
      tags: index % 2 === 0 ? ['Even'] : [],
      group_id: index === 7 ? (group.data as { id: string }).id : null,
    }));
    const { data } = await ada.db.from('prompts').insert(rows).select('id, title');
    const star = (data as Row[]).find(({ title }) => title === 'Prompt 9');
    await ada.db.from('favorites').insert({ prompt_id: star?.id });
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

describe('cuebook pull', () => {
  it('updates, restores and removes files, keeps renamed ones, and leaves others alone', async () => {
    const one = await createPrompt({ ...poem, title: 'One' });
    const two = await createPrompt({ ...poem, title: 'Two' });
    await createPrompt({ ...poem, title: 'Three' });
    await createPrompt({ ...poem, title: 'three' });
    await mkdir(join(folder, 'prompts'));
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
    expect(await readdir(join(folder, 'prompts'))).toEqual([
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
    expect(await readdir(folder)).not.toContain('outside.md');
  });

  it('follows no symbolic link to a folder, whose files it would replace', async () => {
    await createPrompt({ ...poem, group_id: await createGroups(['Work']) });
    await signIn();
    const elsewhere = join(folder, 'elsewhere');
    for (const path of [elsewhere, join(folder, 'prompts')]) await mkdir(path);
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
    const notes = join(folder, 'notes.md');
    await writeFile(notes, 'Notes');
    await mkdir(join(folder, 'prompts'));
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
    expect(refused.stderr).toContain(`has prompts of ${server.url}`);
  });
});

describe('cuebook with --group', () => {
  const titlesOf = async (...args: string[]) => {
    const { stdout } = await cuebook(['list', ...args, '--json']);
    return (JSON.parse(stdout) as Row[]).map(({ title }) => title).sort();
  };

  it('takes a path, its end, or the id, and finds what is below', async () => {
    const mail = await createGroups(['Work', 'Mail']);
    const deep = await createGroups(['Home', 'Mail', 'R/D "x"']);
    const groups = await ada.db.from('groups').select('id, name').eq('name', 'Home');
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
    expect(await readdir(folder)).toEqual(['config', 'prompts']);
  });

  it('creates a new file in the group that has its folder', async () => {
    const mail = await createGroups(['Work', 'E-mail: new']);
    const parentOf = async (id: string) => {
      const { data } = await ada.db.from('groups').select('parent_id').eq('id', id).single();
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
    const own = ada.db.from('prompts').select('title, group_id, team_id').eq('user_id', ada.id);
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
    await ada.db.from('groups').insert(twin);
    await write('Work/E-mail new/five.md');
    expect((await cuebook(['push'])).stderr).toContain('Several groups have the folder');

    await rm(join(folder, 'prompts'), { recursive: true });
    const inTeam = await createGroups(['Mail'], team);
    await cuebook(['pull', '--team']);
    await write('Design/Mail/six.md');
    expect((await cuebook(['push'])).code).toBe(0);
    const six = await ada.db.from('prompts').select('group_id, team_id').eq('group_id', inTeam);
    expect(six.data).toEqual([{ group_id: inTeam, team_id: team }]);
  });
});

describe('cuebook push', () => {
  it('creates a prompt from a new file once, also after an interruption', async () => {
    await signIn();
    await mkdir(join(folder, 'prompts'));
    await writeFile(fileOf('new.md'), '---\ntitle: New\ntags: [a, b]\n---\n\nSay {{what}}.\n');
    await writeFile(fileOf('notes.md'), 'No prompt.\n');
    expect(await cuebook(['push'])).toMatchObject({ code: 0, stdout: 'created\tnew.md\n' });
    const { data } = await ada.db
      .from('prompts')
      .select('id, title, content, tags')
      .eq('user_id', ada.id);
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
    expect((await ada.db.from('prompts').select('id').eq('user_id', ada.id)).data).toHaveLength(1);
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
    await ada.db.rpc('move_prompt_label', {
      prompt_id: id,
      label: 'production',
      version_number: 1,
    });
    await ada.db.from('teams').update({ released_by_proposal: true }).eq('id', team);
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
    ada = await signUp(server, `viewer${people}@example.com`);
    await server.sql(
      `insert into team_members (team_id, user_id, role) values ($1, $2, 'viewer')`,
      [team, ada.id],
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
    ada = await signUp(server, `reader${people}@example.com`);
    await signIn();
    await mkdir(join(folder, 'prompts'));
    await writeFile(fileOf('theirs.md'), `---\nid: ${id}\nversion: 1\ntitle: Mine\n---\n\nMine\n`);
    const refused = await cuebook(['push']);
    expect(refused.code).toBe(1);
    expect(refused.stderr).toContain('You may read this prompt, but not change it.');
  });
});

describe('cuebook get', () => {
  it('puts included prompts in, and warns of values that do not fit', async () => {
    const part = await createPrompt({ title: 'Part', content: 'Be {{tone|choice:kind,strict}}.' });
    const { id } = await createPrompt({ title: 'Whole', content: `Hello. {{> ${part.id}}}` });
    await signIn();
    expect((await cuebook(['get', id])).stdout).toBe('Hello. Be kind.');
    const got = await cuebook(['get', id, '-v', 'tone=odd', '-v', 'other=x', '--json']);
    expect(JSON.parse(got.stdout)).toMatchObject({ id, version: 1, text: 'Hello. Be odd.' });
    expect(got.stderr).toBe(
      'warning: tone should be one of: kind, strict.\nwarning: the prompt has no variable "other".\n',
    );
    expect((await cuebook(['get', id, '--raw'])).stdout).toBe(`Hello. {{> ${part.id}}}`);
  });

  it.each([
    [['get', 'x'], 2, 'is no name of a prompt'],
    [['get', 'none-0193f2a4b5c61d2e'], 1, 'There is no such prompt'],
    [['get', 'none-0193f2a4b5c61d2e', '--var', 'x'], 2, 'takes a name and a value'],
    [['get'], 2, 'An argument is missing'],
    [['get', 'a', 'b'], 2, 'too many arguments'],
    [['get', '--unknown'], 2, "Unknown option '--unknown'. See `cuebook get --help`."],
    [['nothing'], 2, 'There is no command "nothing"'],
  ])('answers %j with code %i', async (args, code, message) => {
    await signIn();
    const outcome = await cuebook(args);
    expect(outcome).toMatchObject({ code, stdout: '' });
    expect(outcome.stderr).toContain(message);
  });

  it('gets the version with a label, not the newest', async () => {
    const { id } = await createPrompt(poem);
    await changePrompt(id, { content: 'Newest' });
    const label = { prompt_id: id, label: 'production', version_number: 1 };
    expect((await ada.db.rpc('move_prompt_label', label)).error).toBeNull();
    await signIn(['prompts:read']);
    expect((await cuebook(['get', `${id}@production`])).stdout).toContain('Roses are red');
    expect((await cuebook(['get', id])).stdout).toBe('Newest');
    const unknown = await cuebook(['get', `${id}@staging`]);
    expect(unknown).toMatchObject({ code: 1, stdout: '' });
    expect(unknown.stderr).toContain('no label staging');
  });

  it('names a version that does not exist', async () => {
    const { id } = await createPrompt(poem);
    await signIn();
    expect((await cuebook(['get', `${id}@9`])).stderr).toContain('no version 9 of this prompt');
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
    const env = { XDG_CONFIG_HOME: join(folder, 'config') };
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

describe('cuebook export', () => {
  it('replaces a file that differs only with --force', async () => {
    const { id } = await createPrompt(poem);
    await signIn();
    const args = ['export', '--all', '--format', 'agent-skill'];
    const path = join(folder, '.claude/skills/write-a-poem/SKILL.md');
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
    const files = await readdir(join(folder, '.cursor/rules'));
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
    const inner = join(folder, 'inner');
    const exported = await cuebook(
      ['export', '--format', 'cursor-rule', 'x-0193f2a4b5c61d2e', '--dir', inner],
      { env },
    );
    other.close();
    expect(exported).toMatchObject({ code: 1, stdout: '' });
    expect(exported.stderr).toContain('does not answer as Cuebook does');
    expect(await readdir(folder)).toEqual([]);
  });

  it('needs a format and a choice of prompts', async () => {
    await signIn();
    expect((await cuebook(['export', '--all'])).code).toBe(2);
    expect((await cuebook(['export', '--format', 'cursor-rule'])).code).toBe(2);
  });
});
