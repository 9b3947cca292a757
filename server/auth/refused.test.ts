/** Sends each request that the table in docs/auth-api.md lists as refused. */
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createAuthTestHarness, createPerson } from '#server/testing/auth-test-harness.ts';
import { refusedRequests } from '#server/testing/refused-requests.ts';

const harness = await createAuthTestHarness();
afterAll(() => harness.stop());
let token: string;
beforeAll(async () => {
  token = (await createPerson(harness)).accessToken;
});

it.each(refusedRequests('auth-api.md'))(
  '/auth/v1 refuses $feature: $method $path with the $credential',
  async ({ method, path, body, credential, expected }) => {
    const tokens = new Map([
      ['session', token],
      ['secret key', harness.secretKey],
    ]);
    const bearer = tokens.get(credential ?? '');
    const response = await harness.send(method, path, {
      ...(body === undefined ? {} : { body: JSON.parse(body) as object }),
      ...(bearer === undefined ? {} : { token: bearer }),
    });
    const { status, headers } = response;
    expect({ status, code: response.body['code'] }).toEqual(expected);
    expect(headers.get('x-sb-error-code')).toBe(expected.code);
  },
);
