import { mkdir, readdir, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, expect, it, vi } from 'vitest';
import { DatabaseUnavailable } from '#server/db/database.ts';
import { createStorageTestHarness } from '#server/testing/storage-client.ts';
import { removalLock } from './remove-bytes.ts';
import { sweepStorageHourly } from './sweep.ts';

const { server, operator, ada } = await createStorageTestHarness();
afterAll(() => server.stop());

const folder = (...path: string[]) => join(server.dependencies.config.DATA_DIR, 'storage', ...path);

async function storedVersions(): Promise<string[]> {
  const entries = await readdir(folder('objects'), { recursive: true, withFileTypes: true });
  return entries.filter((entry) => entry.isFile()).map(({ name }) => name);
}

async function versionOf(name: string): Promise<string> {
  const text = 'select version from storage.objects where name = $1';
  const [row] = await server.sql<{ version: string }>(text, [name]);
  return row?.version ?? '';
}

/** Sweeps once. */
async function sweep(): Promise<void> {
  const dataDir = server.dependencies.config.DATA_DIR;
  await sweepStorageHourly({ ...server.dependencies, dataDir, now: () => new Date() })();
}

const longAgo = new Date(Date.now() - 25 * 3_600_000);

it('removes what no object names for a day, and nothing else', async () => {
  await operator.from('open').upload('kept.txt', 'kept');
  const kept = await versionOf('kept.txt');
  const [old, young] = [
    '00000000-0000-4000-8000-000000000001',
    '00000000-0000-4000-8000-000000000002',
  ];
  await mkdir(folder('objects/00'), { recursive: true });
  await mkdir(folder('incoming'), { recursive: true });
  for (const name of [old, young]) {
    await writeFile(folder('objects/00', name), 'orphan');
    await writeFile(folder('incoming', name), 'half');
  }
  const uploads = folder('uploads');
  await writeFile(join(uploads, old), 'half');
  await writeFile(join(uploads, young), 'half');
  for (const path of ['objects/00', 'incoming', 'uploads']) {
    await utimes(folder(path, old), longAgo, longAgo);
  }
  await utimes(folder('objects', kept.slice(0, 2), kept), longAgo, longAgo);
  await sweep();
  expect((await storedVersions()).sort()).toEqual([young, kept].sort());
  expect(await readdir(folder('incoming'))).toEqual([young]);
  expect(await readdir(uploads)).toEqual([young]);
});

it('keeps a new copy of an old object, which no row names yet', async () => {
  await operator.from('open').upload('old.txt', 'old');
  const version = await versionOf('old.txt');
  await utimes(folder('objects', version.slice(0, 2), version), longAgo, longAgo);
  const copy = '00000000-0000-4000-8000-000000000003';
  await server.dependencies.byteStore.copy(version, copy);
  await sweep();
  expect(await storedVersions()).toEqual(expect.arrayContaining([version, copy]));
});

it('keeps the bytes of an upload whose commit the database did not confirm', async () => {
  await operator.from('open').upload('lost.txt', 'before');
  const { requests } = server.dependencies.database;
  const run = requests.run.bind(requests);
  const losing = vi.spyOn(requests, 'run').mockImplementation(async (settings, statement) => {
    const result = await run(settings, statement);
    if (/^insert into storage.objects/.test(statement.text)) throw new DatabaseUnavailable('lost');
    return result;
  });
  const { error } = await operator.from('open').upload('lost.txt', 'after', { upsert: true });
  losing.mockRestore();
  expect(error).not.toBeNull();
  const { data } = await operator.from('open').download('lost.txt');
  expect(await data?.text()).toBe('after');
});

it("deletes a person's files with their account", async () => {
  await ada.storage.from('own').upload(`${ada.id}/diary.txt`, 'dear diary');
  await ada.storage.from('own').upload('drop-box/letter.txt', 'letter');
  const versions = [await versionOf(`${ada.id}/diary.txt`), await versionOf('drop-box/letter.txt')];
  expect(await storedVersions()).toEqual(expect.arrayContaining(versions));
  await server.sql('delete from auth.users where id = $1', [ada.id]);
  expect(await server.sql('select from storage.objects where owner_id = $1', [ada.id])).toEqual([]);
  await sweep();
  const left = await storedVersions();
  expect(left.filter((version) => versions.includes(version))).toEqual([]);
  expect(await server.sql('select from storage.removed_versions')).toEqual([]);
});

it('removes no bytes while a backup copies them', async () => {
  await operator.from('open').upload('leaving.txt', 'leaving');
  const version = await versionOf('leaving.txt');
  const backup = await server.dependencies.database.owner.connect();
  await backup.query('select pg_advisory_lock($1)', [removalLock]);
  await operator.from('open').remove(['leaving.txt']);
  await sweep();
  expect(await storedVersions()).toContain(version);
  await backup.query('select pg_advisory_unlock($1)', [removalLock]);
  backup.release();
  await sweep();
  expect(await storedVersions()).not.toContain(version);
});
