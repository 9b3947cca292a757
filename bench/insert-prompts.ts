import type { Client } from 'pg';

/** Inserts prompts with the columns that their rows have. */
export async function insertPrompts(
  client: Client,
  rows: readonly Readonly<Record<string, unknown>>[],
): Promise<void> {
  const columns = Object.keys(rows[0] ?? {}).join(', ');
  await client.query(
    `insert into public.prompts (${columns})
     select ${columns} from json_populate_recordset(null::public.prompts, $1)`,
    [JSON.stringify(rows)],
  );
}
