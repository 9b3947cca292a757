import { setImmediate as nextTurn } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { headersOfNode } from '#server/http/request-headers.ts';
import { readRequestBody } from './request-body.ts';

const action = { kind: 'insert' } as const;

function read(rows: number) {
  const request = {
    method: 'POST',
    target: '/prompts',
    headers: headersOfNode({ 'content-type': 'application/json' }),
    clientAddress: () => '127.0.0.1',
    body: async () =>
      Buffer.from(JSON.stringify(Array.from({ length: rows }, () => ({ title: 'A' })))),
  };
  return readRequestBody(request, action, false, () => 'somebody');
}

it.each([
  ['parses a small body at once', 1, true],
  ['serves others while it parses a large one', 100_000, false],
])('%s', async (_, rows, isParsedAtOnce) => {
  let isParsed = false;
  const reading = read(rows).finally(() => (isParsed = true));
  await nextTurn();
  expect(isParsed).toBe(isParsedAtOnce);
  expect(await reading).toMatchObject({ shape: { kind: 'rows', keys: ['title'], list: true } });
});
