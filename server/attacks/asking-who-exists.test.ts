import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createAuthBench, freshEmail, makePerson } from '#server/testing/auth-bench.ts';
import type { Answer, AuthBench, Person } from '#server/testing/auth-bench.ts';

let bench: AuthBench;
let known: Person;
let waiting: string;
beforeAll(async () => {
  bench = await createAuthBench();
  known = await makePerson(bench);
  waiting = freshEmail();
  await bench.send('POST', '/signup', { body: { email: waiting, password: 'Squatter-1' } });
});
afterAll(() => bench.stop());

/** What a stranger can tell answers apart by, without what is random or a time in every one of them. */
function visible(answer: Answer) {
  const text = answer.text
    .replaceAll(/[0-9a-f]{8}-[0-9a-f-]{27}/g, 'ID')
    .replaceAll(/person-[0-9a-f]+/g, 'PERSON')
    .replaceAll(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, 'TIME');
  return { status: answer.status, text, headers: [...answer.headers.keys()].toSorted() };
}

const questions: readonly [name: string, path: string, body: object][] = [
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

describe('asking who has an account', () => {
  it.each(questions)('by %s: the same answer for all', async (_, path, body) => {
    const ask = (email: string) => bench.send('POST', path, { body: { ...body, email } });
    const unknown = visible(await ask(freshEmail()));
    expect(visible(await ask(known.email))).toEqual(unknown);
    expect(visible(await ask(waiting))).toEqual(unknown);
    await bench.settled();
  });

  it.each(questions)('by %s, again and again: all are limited alike', async (_, path, body) => {
    const strict = await createAuthBench({ localMail: false });
    const { email: one } = await makePerson(strict);
    const outcomes = [];
    for (const email of [one, freshEmail()]) {
      // The mails of the sign-up before are forgotten by then.
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

  it('by the size of the answer to the owner alone: the mail, which nobody else reads', async () => {
    const before = bench.mails.length;
    await bench.send('POST', '/signup', { body: { email: known.email, password: 'Other-Pass-1' } });
    expect(bench.mails.slice(before).map(({ to }) => to)).toEqual([known.email]);
  });
});
