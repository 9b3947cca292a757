import type { Database } from '#server/db/database.ts';
import { runPeriodically } from '#server/jobs/run-periodically.ts';
import type { Log } from '#server/log.ts';
import type { ByteStore } from './bytes/byte-store.ts';
import { removeBytes } from './remove-bytes.ts';
import { removeOldUploads } from './resumable/resumable-uploads.ts';

export interface SweepDeps {
  readonly database: Pick<Database, 'jobs'>;
  readonly byteStore: ByteStore;
  readonly dataDir: string;
  readonly log: Log;
  readonly now: () => Date;
}

const hour = 3_600_000;

/** Bytes may wait for the row of their object that long. */
const orphanHours = 24;

/** Removes stored bytes that no object has named for a day: a server stopped before the commit. */
async function removeOrphans({ database, byteStore, now }: SweepDeps): Promise<number> {
  const before = new Date(now().getTime() - orphanHours * hour);
  let removed = 0;
  for await (const page of byteStore.list()) {
    const old = page.filter(({ modifiedAt }) => modifiedAt < before).map(({ version }) => version);
    if (old.length === 0) continue;
    const { rows } = await database.jobs.query<{ version: string }>(
      `select version from storage.objects where version = any($1)
       union all select version from storage.removed_versions where version = any($1)`,
      [old],
    );
    const stored = new Set(rows.map(({ version }) => version));
    const orphans = old.filter((version) => !stored.has(version));
    await byteStore.remove(orphans);
    removed += orphans.length;
  }
  await byteStore.removeUnfinished(before);
  return removed;
}

/** Removes the bytes of deleted objects, of broken uploads and of uploads that nobody resumed. */
async function sweep(deps: SweepDeps): Promise<void> {
  const { database, byteStore, dataDir, log, now } = deps;
  await removeBytes(database.jobs, byteStore);
  const removed = await removeOrphans(deps);
  if (removed > 0) log.info('removed stored bytes that no object names', { removed });
  await removeOldUploads(dataDir, now());
}

/** Sweeps the storage now and every hour. Returns a function that stops it. */
export function sweepStorageHourly(deps: SweepDeps): () => Promise<void> {
  return runPeriodically({
    everyMs: hour,
    log: deps.log,
    failure: 'could not sweep the storage; trying again in an hour',
    work: () => sweep(deps),
  });
}
