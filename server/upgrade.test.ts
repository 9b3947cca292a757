import { createHash } from 'node:crypto';
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { createClient, type SupabaseClient } from '@supabase/supabase-js';
import { afterEach, beforeEach, expect, it } from 'vitest';
import type { Database as Tables } from '#contract/database.types.ts';
import { build } from '#server/app.ts';
import { type Config, readConfig } from '#server/config.ts';
import type { Database } from '#server/db/database.ts';
import { startEmbedded } from '#server/db/embedded/start-embedded.ts';
import { migrate, type SqlFolders } from '#server/db/migrate.ts';
import { openDatabase, openPools } from '#server/db/open-database.ts';
import { listen } from '#server/http/listen.ts';
import { createLog } from '#server/log.ts';
import { openParts } from '#server/open-parts.ts';
import { loadSecrets, type Secrets } from '#server/secrets.ts';
import { goodPassword } from '#server/testing/auth-bench.ts';

const root = join(import.meta.dirname, '..');
/** Lines of `sha256sum`: the platform and the migrations of the first release. */
const release = readFileSync(join(root, 'supabase/releases/0.1.0.sha256'), 'utf8');
const files = release
  .trim()
  .split('\n')
  .map((line) => ({ hash: line.slice(0, 64), path: line.slice(64).trim() }));

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'cuebook-upgrade-'));
});
afterEach(() => {
  rmSync(folder, { recursive: true, force: true });
});

const email = 'ada@example.com';
const log = createLog('warn', () => {});

/** The SQL of the first release alone. */
function releasedFolders(): SqlFolders {
  const folders = {
    platform: join(folder, 'platform'),
    migrations: join(folder, 'migrations'),
    seed: join(folder, 'seed'),
  };
  for (const path of Object.values(folders)) mkdirSync(path);
  for (const { path } of files) {
    const part = path.startsWith('supabase/') ? folders.migrations : folders.platform;
    cpSync(join(root, path), join(part, basename(path)));
  }
  return folders;
}

type Product = SupabaseClient<Tables>;

/** What somebody does with the product who has only the first release; gives their prompts. */
async function workWith(client: Product): Promise<string[]> {
  const { data, error } = await client.auth.signUp({ email, password: goodPassword });
  if (error !== null) throw error;
  const user = String(data.user?.id);
  const group = await client.from('groups').insert({ name: 'Work' }).select('id').single();
  const rows = Array.from({ length: 12 }, (_, index) => ({
    title: `Plan number ${index}`,
    // As a file's name comes from a Mac: й in two parts.
    content: `Plan my week for {{product}}, édition ${index}${index === 5 ? ', ма\u0438\u0306' : ''}.`,
    tags: ['planning'],
    is_public: index % 3 === 0,
    group_id: group.data?.id ?? null,
  }));
  const made = await client.from('prompts').insert(rows).select('id, title');
  const ids = made.data?.map(({ id }) => id) ?? [];
  const [first = '', second = ''] = ids;
  const outcomes = await Promise.all([
    client.from('prompts').update({ content: 'Shorter.' }).eq('id', first),
    client.from('prompts').update({ deleted_at: new Date().toISOString() }).eq('id', second),
    client.from('favorites').insert({ user_id: user, prompt_id: first }),
    client.from('comments').insert({ user_id: user, prompt_id: first, body: 'It works.' }),
    client.from('prompt_uses').insert({ user_id: user, prompt_id: first }),
    client.rpc('save_chain', { title: 'Monday', prompt_ids: [first, first] }),
  ]);
  expect(outcomes.map((outcome) => outcome.error)).toEqual(outcomes.map(() => null));
  return ids;
}

/** By table: what is compared, and which column names the prompt that a row belongs to. */
const tables = {
  prompts: ['id', 'title, content, tags, is_public, group_id, version, created_at, deleted_at'],
  prompt_versions: ['prompt_id', 'version_number, title, content, change_description, created_at'],
  favorites: ['prompt_id', 'user_id, created_at'],
  comments: ['prompt_id', 'user_id, body, created_at'],
  prompt_uses: ['prompt_id', 'user_id, used_at'],
  chain_prompts: ['prompt_id', 'chain_id, sequence_order'],
  prompt_stats: ['prompt_id', 'favorites_count, comments_count'],
  groups: [null, 'id, name, created_at'],
  chains: [null, 'id, title, created_at'],
} as const;

/** Everything that belongs to these prompts, and every group and chain that the caller may see. */
async function everything(client: Product, prompts: readonly string[]): Promise<unknown[]> {
  const read = async (table: keyof typeof tables): Promise<unknown> => {
    const [key, columns] = tables[table];
    const all = client.from(table).select(key === null ? columns : `${key}, ${columns}`);
    const { data, error } = await (key === null ? all : all.in(key, [...prompts]));
    if (error !== null) throw error;
    return [table, data.map((row) => JSON.stringify(row)).sort()];
  };
  return Promise.all((Object.keys(tables) as (keyof typeof tables)[]).map(read));
}

interface Serving {
  readonly client: Product;
  stop(): Promise<void>;
}

/** The present program on a database, which it closes when it stops. */
async function serve(config: Config, secrets: Secrets, database: Database): Promise<Serving> {
  const siteUrl = 'http://localhost';
  const parts = await openParts({ config, secrets, database, siteUrl, pageFolder: folder, log });
  const http = createServer(build(parts));
  const url = `http://127.0.0.1:${await listen(http, '127.0.0.1', 0)}`;
  const client = createClient<Tables>(url, secrets.publishableKey, {
    auth: { persistSession: false, autoRefreshToken: false },
  });
  return {
    client,
    async stop() {
      http.closeAllConnections();
      await new Promise((resolve) => http.close(resolve));
      await parts.background.idle();
      await database.close();
    },
  };
}

/** A data directory as the first release made it. */
async function openFirstRelease(config: Config): Promise<Database> {
  const postgres = await startEmbedded({ dataDir: config.DATA_DIR, pgBin: config.PG_BIN, log });
  const owner = postgres.connect('postgres');
  await migrate(owner, log, releasedFolders());
  const authenticator = postgres.connect('authenticator');
  const authAdmin = postgres.connect('supabase_auth_admin');
  const server = { owner, authenticator, authAdmin, stop: () => postgres.stop() };
  return openPools(server, { connections: 4, waitMs: 10_000 }, log);
}

it.each(files)('$path is as it was released', ({ path, hash }) => {
  const text = readFileSync(join(root, path));
  expect(createHash('sha256').update(text).digest('hex')).toBe(hash);
});

it('a data directory of the first release is brought up to date, with everything in it', async () => {
  const config = readConfig({ DATA_DIR: join(folder, 'data'), CONFIRM_EMAIL: 'off' });
  const secrets = await loadSecrets(config);
  const old = await serve(config, secrets, await openFirstRelease(config));
  const prompts = await workWith(old.client);
  const before = await everything(old.client, prompts);
  const { data } = await old.client.auth.getSession();
  await old.stop();

  const present = await serve(config, secrets, await openDatabase(config, secrets, log));
  const { client } = present;
  // The session goes on, and the password still opens.
  const renewed = await client.auth.refreshSession({
    refresh_token: data.session?.refresh_token ?? '',
  });
  expect(renewed.error).toBeNull();
  expect(await everything(client, prompts)).toEqual(before);
  const again = await client.auth.signInWithPassword({ email, password: goodPassword });
  expect(again.error).toBeNull();

  // What came later works on what was there before.
  const found = await client.rpc('search_prompts', { query: 'week edition' });
  expect([found.error, found.data?.length]).toEqual([null, 10]);
  const apart = await client.rpc('search_prompts', { query: 'май' });
  expect(apart.data?.map(({ title }) => title)).toEqual(['Plan number 5']);
  const feed = await client.rpc('community_feed', { with_tags: ['planning'] });
  expect([feed.error, feed.data?.length]).toEqual([null, 4]);
  const ids = found.data?.map(({ id }) => id) ?? [];
  const tagged = await client.rpc('tag_prompts', { ids, added: ['later'], removed: [] });
  expect(tagged.error).toBeNull();
  const changed = await client
    .from('prompts')
    .update({ content: 'Shorter still.' })
    .eq('title', 'Plan number 3')
    .select('version, tags');
  expect(changed.data).toEqual([{ version: 3, tags: ['planning', 'later'] }]);
  await present.stop();
});
