import type { Client } from 'pg';

/**
 * Drops the indexes of `tables` that no constraint needs, runs `fill`, and creates them again. Building an
 * index at once is far cheaper than filling it row by row.
 */
export async function withoutIndexes(
  client: Client,
  tables: readonly string[],
  part: (name: string, work: () => Promise<unknown>) => Promise<void>,
  fill: () => Promise<void>,
): Promise<void> {
  const { rows } = await client.query<{ name: string; definition: string }>(
    `select i.indexrelid::regclass::text as name, pg_get_indexdef(i.indexrelid) as definition
     from pg_index i
     where i.indrelid::regclass::text = any ($1)
       and not exists (select from pg_constraint c where c.conindid = i.indexrelid)
     order by 1`,
    [tables],
  );
  for (const { name } of rows) await client.query(`drop index ${name}`);
  await fill();
  for (const { name, definition } of rows) await part(name, () => client.query(definition));
}
