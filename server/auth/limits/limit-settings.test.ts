import { afterAll, describe, expect, it } from 'vitest';
import { readConfig } from '#server/config.ts';
import {
  createAuthTestHarness,
  createPerson,
  freshEmail,
  goodPassword,
} from '#server/testing/auth-test-harness.ts';
import { allowancesFor } from './allowances.ts';

const harness = await createAuthTestHarness({
  environment: {
    HOST: '0.0.0.0',
    LIMIT_SIGN_INS: '2',
    LIMIT_SIGN_UPS: '3',
    MAIL_PAUSE_SECONDS: '5',
  },
  localMail: false,
});
afterAll(() => harness.stop());

async function statuses(times: number, send: () => Promise<{ status: number }>) {
  const all: number[] = [];
  for (let time = 0; time < times; time += 1) all.push((await send()).status);
  return all;
}

describe('the rate limit settings', () => {
  it('LIMIT_SIGN_INS limits sign-ins from one address and refills in 5 minutes', async () => {
    const body = { email: freshEmail(), password: goodPassword };
    const signIn = () =>
      harness.send('POST', '/token?grant_type=password', { body, from: '198.51.100.1' });
    expect(await statuses(3, signIn)).toEqual([400, 400, 429]);
    harness.advance(300_000);
    expect(await statuses(3, signIn)).toEqual([400, 400, 429]);
  });

  it('LIMIT_SIGN_INS limits the refreshes of an account, whatever others at its address do', async () => {
    const refresh = (refresh_token: string) =>
      harness.send('POST', '/token?grant_type=refresh_token', {
        body: { refresh_token },
        from: '198.51.100.3',
      });
    const { refreshToken } = await createPerson(harness);
    expect(await statuses(3, () => refresh('a guess'))).toEqual([400, 400, 429]);
    expect(await statuses(3, () => refresh(refreshToken))).toEqual([200, 200, 429]);
  });

  it('LIMIT_SIGN_UPS limits sign-ups from one address', async () => {
    const signUp = () =>
      harness.send('POST', '/signup', {
        body: { email: freshEmail(), password: goodPassword },
        from: '198.51.100.2',
      });
    expect(await statuses(4, signUp)).toEqual([200, 200, 200, 429]);
  });

  it('MAIL_PAUSE_SECONDS sets the pause between two mails of one kind', async () => {
    const body = { email: freshEmail() };
    const recover = () => harness.send('POST', '/recover', { body });
    expect(await statuses(2, recover)).toEqual([200, 429]);
    harness.advance(5_000);
    expect(await statuses(1, recover)).toEqual([200]);
  });

  it('have the default limits when unset', () => {
    const limits = allowancesFor(readConfig({ HOST: '0.0.0.0' }), false);
    const shown = [
      limits.tokensFromAddress,
      limits.passwords.fromAddress,
      limits.signUpsFromAddress,
      limits.mailsFromAddress,
      limits.mailPause,
      limits.verificationsFromAddress,
    ].map(({ burst, everySeconds }) => [burst, everySeconds]);
    expect(shown).toEqual([
      [150, 2],
      [10, 30],
      [30, 10],
      [30, 30],
      [1, 60],
      [30, 10],
    ]);
  });
});
