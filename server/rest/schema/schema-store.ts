import type { Database } from '#server/db/database.ts';
import type { Log } from '#server/log.ts';
import { buildSchemaCache } from './build-schema-cache.ts';
import { readCatalogue } from './introspection.ts';
import type { SchemaCache } from './schema-cache.ts';

/** Holds the current schema cache. During a reload, the old one stays in use. */
export interface SchemaStore {
  current(): Promise<SchemaCache>;
  /** Returns the names of all time zones. Reading them is slow, so that happens at first use. */
  timezones(): Promise<ReadonlySet<string>>;
}

export function openSchemaStore(
  database: Pick<Database, 'owner' | 'onSchemaChange'>,
  schemas: readonly string[],
  log: Log,
): SchemaStore {
  let cache: SchemaCache | null = null;
  let loading: Promise<SchemaCache> | null = null;
  let stale = false;

  async function read(): Promise<SchemaCache> {
    stale = false;
    const fresh = buildSchemaCache(await readCatalogue(database.owner, schemas), schemas);
    cache = fresh;
    return fresh;
  }

  function load(): Promise<SchemaCache> {
    loading ??= read().finally(() => {
      loading = null;
      // The read may have missed a change that happened meanwhile. Its result is used until the
      // next one, so that changes which keep coming don't hold back all of them.
      if (stale) reload();
    });
    return loading;
  }

  function reload(): void {
    load().catch((error: unknown) => {
      log.warn('The schema cache could not be reloaded', { error });
      // The old cache may be wrong now, so the next request rebuilds it.
      cache = null;
    });
  }

  database.onSchemaChange(() => {
    stale = true;
    if (cache !== null) reload();
  });

  let timezones: Promise<ReadonlySet<string>> | null = null;
  async function readTimezones(): Promise<ReadonlySet<string>> {
    try {
      const { rows } = await database.owner.query<{ name: string }>(
        'select name from pg_catalog.pg_timezone_names',
      );
      return new Set(rows.map(({ name }) => name));
    } catch (error) {
      timezones = null;
      throw error;
    }
  }

  return {
    current: () => (cache === null ? load() : Promise.resolve(cache)),
    timezones: () => (timezones ??= readTimezones()),
  };
}
