import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { codeIn, createAuthBench, makePerson } from '#server/testing/auth-bench.ts';
import type { AuthBench, Person } from '#server/testing/auth-bench.ts';

let bench: AuthBench;
beforeAll(async () => {
  bench = await createAuthBench({
    environment: { REAUTHENTICATE_PASSWORD: 'on', ACCESS_TOKEN_SECONDS: '604800' },
  });
});
afterAll(() => bench.stop());

const day = 24 * 3_600_000;
const password = 'Another-Act-9';

function change(person: Person, nonce?: string) {
  return bench.send('PUT', '/user', { token: person.accessToken, body: { password, nonce } });
}

async function askForCode(person: Person) {
  const answer = await bench.send('GET', '/reauthenticate', { token: person.accessToken });
  expect([answer.status, answer.body]).toEqual([200, {}]);
  const mail = bench.mails.at(-1);
  expect(mail?.to).toBe(person.email);
  return codeIn(mail);
}

describe('GET /reauthenticate', () => {
  it('gives the code that an old session needs for a new password', async () => {
    const person = await makePerson(bench);
    bench.advance(day + 1000);
    const without = await change(person);
    expect([without.status, without.body['code']]).toEqual([400, 'reauthentication_needed']);
    const code = await askForCode(person);
    const wrong = await change(person, code === '000000' ? '000001' : '000000');
    expect([wrong.status, wrong.body['code']]).toEqual([422, 'reauthentication_not_valid']);
    expect((await change(person, code)).status).toBe(200);
    expect((await change(person, code)).body['code']).toBe('reauthentication_not_valid');
  });

  it('is not needed soon after a sign-in', async () => {
    expect((await change(await makePerson(bench))).status).toBe(200);
  });

  it("does not take somebody else's code, nor lets it sign in", async () => {
    const [one, other] = [await makePerson(bench), await makePerson(bench)];
    bench.advance(day + 1000);
    const code = await askForCode(one);
    expect((await change(other, code)).body['code']).toBe('reauthentication_not_valid');
    const signIn = await bench.send('POST', '/verify', {
      body: { type: 'email', email: one.email, token: code },
    });
    expect(signIn.body['code']).toBe('otp_expired');
  });

  it('limits guesses', async () => {
    const person = await makePerson(bench);
    bench.advance(day + 1000);
    const answers = [];
    for (let guess = 0; guess < 11; guess += 1) answers.push(await change(person, '12345'));
    expect(answers.at(-1)?.body['code']).toBe('over_request_rate_limit');
  });
});
