import type { Client } from 'pg';
import * as v from 'valibot';

/**
 * The file that describes an archive. It is written last, so its presence shows a complete archive.
 */
export const manifestFile = 'cuebook-backup.json';

const format = 1;

const manifest = v.object({
  format: v.number(),
  /** Migrations and platform files that had run, as `migrate` names them. */
  migrations: v.array(v.string()),
  platform: v.array(v.string()),
});
export type Manifest = v.InferOutput<typeof manifest>;

/** Describes the database that is being copied. */
export async function describeDatabase(client: Client): Promise<Manifest> {
  const read = async (table: string, column: string): Promise<string[]> => {
    const name = `supabase_migrations.${table}`;
    const lookup = await client.query<{ exists: boolean }>(
      `select to_regclass('${name}') is not null as exists`,
    );
    if (!lookup.rows[0]?.exists) return [];
    const { rows } = await client.query<{ name: string }>(
      `select ${column} as name from ${name} order by 1`,
    );
    return rows.map((row) => row.name);
  };
  return {
    format,
    migrations: await read('schema_migrations', 'version'),
    platform: await read('platform_files', 'name'),
  };
}

/** Parses a manifest. Returns null if it is invalid, and 'newer' if a later version wrote it. */
export function parseManifest(text: string): Manifest | 'newer' | null {
  const read = v.safeParse(
    v.pipe(v.string(), v.parseJson(), v.looseObject({ format: v.number() })),
    text,
  );
  if (!read.success) return null;
  if (read.output.format > format) return 'newer';
  const parsed = v.safeParse(manifest, read.output);
  return parsed.success ? parsed.output : null;
}
