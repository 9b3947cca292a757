import { readFile } from 'node:fs/promises';
import { connect } from 'node:net';
import { once } from 'node:events';
import { expect, it } from 'vitest';
import { isDatabaseUnavailable } from './is-unavailable.ts';

const errorOf = (work: Promise<unknown>) => work.catch((error: unknown) => error);

it('recognises a socket of PostgreSQL that is gone, and no other missing file', async () => {
  const path = '/nowhere/.s.PGSQL.5432';
  const connecting = once(connect(path), 'connect');
  expect(isDatabaseUnavailable(await errorOf(connecting))).toBe(true);
  expect(isDatabaseUnavailable(await errorOf(readFile(path)))).toBe(false);
});
