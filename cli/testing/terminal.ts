import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import type { Server } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeEach, expect } from 'vitest';
import { approve } from '#server/testing/oauth-app.ts';
import { type Person, signUp } from '#server/testing/sign-up.ts';
import { setUpTestServer } from '#server/testing/test-server.ts';
import type { Context } from '../context.ts';
import { run } from '../run.ts';

interface Outcome {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
}

interface CallOptions extends Partial<Context> {
  readonly input?: string;
}

export interface Row {
  readonly id: string;
  readonly title: string;
  readonly content: string;
  readonly version: number;
}

export const poem = {
  title: 'Write a poem',
  content: 'Roses are {{color:red}}\nViolets are blue\nSugar is sweet\n{{line}}\n',
  tags: ['fun'],
};

/** Returns the address of a server that stands for another installation. */
export function addressOf(other: Server): string {
  const address = other.address();
  return `http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}`;
}

/**
 * Starts a server for the tests of the calling file. Each of them has a person, Ada, at a terminal,
 * whose home and current folder is a folder of its own.
 */
export async function setUpTerminal() {
  const server = await setUpTestServer();
  let ada: Person;
  let folder: string;
  let people = 0;
  beforeEach(async () => {
    await changePerson();
    folder = await mkdtemp(join(tmpdir(), 'cuebook-cli-'));
    return () => rm(folder, { recursive: true, force: true });
  });

  /** Gives the terminal, and the name Ada, to somebody new. */
  async function changePerson(): Promise<void> {
    people += 1;
    ada = await signUp(server, `ada${people}@example.com`);
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

  return {
    server,
    get ada() {
      return ada;
    },
    get folder() {
      return folder;
    },
    changePerson,
    cuebook,
    createToken,
    signIn,
    allow,
    createPrompt,
    readPrompt,
    changePrompt,
    createGroups,
    createTeam,
    fileOf,
    read,
    edit,
    files,
  };
}
