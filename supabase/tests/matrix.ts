import { Client, DatabaseError } from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestDatabase, type TestDatabase } from '#server/testing/test-database.ts';
import { buildWorld, type World } from './world.ts';

/** The callers, in the order of the columns of a matrix. */
const callers = ['anon', 'ann', 'sam', 'olga', 'ed', 'vic', 'service'] as const;
type CallerName = (typeof callers)[number];

/** The number of rows read or written; 'no' if the caller lacks the right; otherwise a SQLSTATE. */
type Got = number | string;

/**
 * An action, its statement, and the result for each caller, in the order of {@link callers}. Ann
 * owns the rows, sam is a stranger; olga, ed and vic are owner, editor and viewer of the team. In
 * the statement {name} is the id of that row of the {@link World}. {me} is the caller's id, or
 * ann's for the service role and anon.
 */
type MatrixRow = readonly [action: string, statement: string, expected: string];

function fill(statement: string, world: World, me: string): string {
  const ids: Readonly<Record<string, string>> = { ...world, me };
  return statement.replaceAll(/\{(\w+)\}/g, (_, name: string) => {
    const id = ids[name];
    if (id === undefined) throw new Error(`The world has no ${name}`);
    return `'${id}'`;
  });
}

/** Runs a statement as the caller of the matrix and rolls it back. */
function attempt(
  client: Client,
  caller: CallerName,
  world: World,
  statement: string,
): Promise<Got> {
  const person = caller === 'anon' || caller === 'service' ? null : world[caller];
  const role = person !== null ? 'authenticated' : caller === 'service' ? 'service_role' : 'anon';
  const claims = person === null ? { role } : { role, sub: person };
  return tryStatement(client, claims, fill(statement, world, person ?? world.ann));
}

/** Runs a statement with the claims of a caller and rolls it back. */
export async function tryStatement(
  client: Client,
  claims: Readonly<{ role: string } & Record<string, unknown>>,
  statement: string,
  values: readonly unknown[] = [],
): Promise<Got> {
  await client.query('begin');
  try {
    await client.query(
      `select set_config('role', $1, true), set_config('request.jwt.claims', $2, true)`,
      [claims.role, JSON.stringify(claims)],
    );
    const result = await client.query(statement, [...values]);
    return result.rowCount ?? 0;
  } catch (error) {
    if (!(error instanceof DatabaseError)) throw error;
    return error.code === '42501' ? 'no' : (error.code ?? 'unknown');
  } finally {
    await client.query('rollback');
  }
}

/** Declares a test for each row of a matrix, with the results of all callers. */
export function describeMatrix(name: string, rows: readonly MatrixRow[]): void {
  describe(`permissions: ${name}`, () => {
    let test: TestDatabase;
    let world: World;
    let client: Client;
    beforeAll(async () => {
      test = await createTestDatabase();
      world = await buildWorld(test);
      client = new Client(test.login());
      await client.connect();
    });
    afterAll(async () => {
      await client.end();
      await test.drop();
    });
    it.each(rows)('%s', async (_what, statement, expected) => {
      const got: string[] = [];
      for (const caller of callers) {
        got.push(`${caller} ${await attempt(client, caller, world, statement)}`);
      }
      const wanted = expected.split(' ');
      expect(got).toEqual(callers.map((caller, i) => `${caller} ${wanted[i]}`));
    });
  });
}
