import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  createAuthTestHarness,
  freshEmail,
  createPerson,
  type AuthResponse,
  type AuthTestHarness,
  type Person,
} from '#server/testing/auth-test-harness.ts';

let harness: AuthTestHarness;
let registeredPerson: Person;
let unconfirmedEmail: string;
beforeAll(async () => {
  harness = await createAuthTestHarness();
  registeredPerson = await createPerson(harness);
  unconfirmedEmail = freshEmail();
  await harness.send('POST', '/signup', {
    body: { email: unconfirmedEmail, password: 'Squatter-1' },
  });
});
afterAll(() => harness.stop());

/** Returns the parts of a response that could reveal an account, without ids, names and times. */
function visible(response: AuthResponse) {
  const text = response.text
    .replaceAll(/[0-9a-f]{8}-[0-9a-f-]{27}/g, 'ID')
    .replaceAll(/person-[0-9a-f]+/g, 'PERSON')
    .replaceAll(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, 'TIME');
  return { status: response.status, text, headers: [...response.headers.keys()].toSorted() };
}

const requests: readonly [name: string, path: string, body: object][] = [
  ['a sign-in', '/token?grant_type=password', { password: 'Wrong-Pass-1' }],
  ['a sign-up', '/signup', { password: 'Another-Pass-1', data: { full_name: 'X' } }],
  ['a recovery', '/recover', {}],
  ['a mailed code', '/otp', {}],
  ['a mailed code for accounts only', '/otp', { create_user: false }],
  ['a magic link', '/magiclink', {}],
  ['another confirmation', '/resend', { type: 'signup' }],
  ['another mail of a change', '/resend', { type: 'email_change' }],
  ['a wrong code of a sign-up', '/verify', { type: 'signup', token: '000000' }],
  ['a wrong code of a recovery', '/verify', { type: 'recovery', token: '000000' }],
  ['a wrong code of a magic link', '/verify', { type: 'email', token: '000000' }],
  ['a wrong code of a change', '/verify', { type: 'email_change', token: '000000' }],
  ['a wrong code of an invitation', '/verify', { type: 'invite', token: '000000' }],
];

describe('account enumeration', () => {
  it.each(requests)('by %s gets the same response for all addresses', async (_, path, body) => {
    const ask = (email: string) => harness.send('POST', path, { body: { ...body, email } });
    const unknown = visible(await ask(freshEmail()));
    expect(visible(await ask(registeredPerson.email))).toEqual(unknown);
    expect(visible(await ask(unconfirmedEmail))).toEqual(unknown);
    await harness.whenIdle();
  });

  it.each(requests)('by repeated %s gets the same limit for all', async (_, path, body) => {
    const strict = await createAuthTestHarness({ localMail: false });
    const { email: registered } = await createPerson(strict);
    const outcomes = [];
    for (const email of [registered, freshEmail()]) {
      // After a day the limits no longer count the mails of the sign-up.
      strict.advance(24 * 3_600_000);
      const statuses = [];
      for (let time = 0; time < 12; time += 1) {
        statuses.push((await strict.send('POST', path, { body: { ...body, email } })).status);
      }
      outcomes.push(statuses);
    }
    await strict.stop();
    expect(outcomes[0]).toEqual(outcomes[1]);
    expect(outcomes[0]).toContain(429);
  });

  it('by a change of the address gets the same response for all addresses', async () => {
    const { accessToken: token } = await createPerson(harness);
    const bodies = [];
    for (const email of [freshEmail(), registeredPerson.email, unconfirmedEmail]) {
      harness.advance(60_000);
      bodies.push(visible(await harness.send('PUT', '/user', { token, body: { email } })));
    }
    expect(bodies[1]).toEqual(bodies[0]);
    expect(bodies[2]).toEqual(bodies[0]);
  });

  it('by a sign-up mails only the owner of the address', async () => {
    const before = harness.mails.length;
    await harness.send('POST', '/signup', {
      body: { email: registeredPerson.email, password: 'Other-Pass-1' },
    });
    expect(harness.mails.slice(before).map(({ to }) => to)).toEqual([registeredPerson.email]);
  });
});
