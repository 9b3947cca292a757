import { afterAll, describe, expect, it } from 'vitest';
import { codeIn, createAuthTestHarness, createPerson } from '#server/testing/auth-test-harness.ts';
import type { Person } from '#server/testing/auth-test-harness.ts';

const harness = await createAuthTestHarness({
  environment: { REAUTHENTICATE_PASSWORD: 'on', ACCESS_TOKEN_SECONDS: '604800' },
});
afterAll(() => harness.stop());

const day = 24 * 3_600_000;
const password = 'Another-Act-9';

function change(person: Person, nonce?: string) {
  return harness.send('PUT', '/user', { token: person.accessToken, body: { password, nonce } });
}

async function askForCode(person: Person) {
  const response = await harness.send('GET', '/reauthenticate', { token: person.accessToken });
  expect([response.status, response.body]).toEqual([200, {}]);
  const mail = harness.mails.at(-1);
  expect(mail?.to).toBe(person.email);
  return codeIn(mail);
}

describe('GET /reauthenticate', () => {
  it('mails the code that an old session needs for a new password', async () => {
    const person = await createPerson(harness);
    harness.advance(day + 1000);
    const without = await change(person);
    expect([without.status, without.body['code']]).toEqual([400, 'reauthentication_needed']);
    const code = await askForCode(person);
    const wrong = await change(person, code === '000000' ? '000001' : '000000');
    expect([wrong.status, wrong.body['code']]).toEqual([422, 'reauthentication_not_valid']);
    expect((await change(person, code)).status).toBe(200);
    expect((await change(person, code)).body['code']).toBe('reauthentication_not_valid');
  });

  it('is not required soon after a sign-in', async () => {
    expect((await change(await createPerson(harness))).status).toBe(200);
  });

  it("refuses another user's code, also for a sign-in", async () => {
    const [one, other] = [await createPerson(harness), await createPerson(harness)];
    harness.advance(day + 1000);
    const code = await askForCode(one);
    expect((await change(other, code)).body['code']).toBe('reauthentication_not_valid');
    const signIn = await harness.send('POST', '/verify', {
      body: { type: 'email', email: one.email, token: code },
    });
    expect(signIn.body['code']).toBe('otp_expired');
  });

  it('limits guesses of the code', async () => {
    const person = await createPerson(harness);
    harness.advance(day + 1000);
    const responses = [];
    for (let guess = 0; guess < 11; guess += 1) responses.push(await change(person, '12345'));
    expect(responses.at(-1)?.body['code']).toBe('over_request_rate_limit');
  });
});
