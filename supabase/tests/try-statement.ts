import { type Client, DatabaseError } from 'pg';
import { actAs, type Claims } from './world.ts';

/**
 * Runs a statement with the claims of a caller and rolls it back. Returns the number of rows read or
 * written; 'no' if the caller lacks the right; otherwise a SQLSTATE.
 */
export async function tryStatement(
  client: Client,
  claims: Claims,
  statement: string,
  values: readonly unknown[] = [],
): Promise<number | string> {
  await client.query('begin');
  try {
    await actAs(client, claims);
    const result = await client.query(statement, [...values]);
    return result.rowCount ?? 0;
  } catch (error) {
    if (!(error instanceof DatabaseError)) throw error;
    return error.code === '42501' ? 'no' : (error.code ?? 'unknown');
  } finally {
    await client.query('rollback');
  }
}
