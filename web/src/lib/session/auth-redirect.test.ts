import { describe, expect, it } from 'vitest';
import { readAuthRedirect, stripSecrets } from './auth-redirect.ts';

const read = (rest: string) =>
  readAuthRedirect(new URL(`https://cuebook.example/auth/callback${rest}`));

const tokens = { access_token: 'a', refresh_token: 'b', issuedAt: null };

describe('readAuthRedirect', () => {
  it.each([
    ['#access_token=a&refresh_token=b&type=signup', { kind: 'session', type: 'signup', tokens }],
    [
      '?redirect=%2Fapp%2Flibrary#access_token=a&refresh_token=b',
      { kind: 'session', type: null, tokens },
    ],
    [
      '#access_token=a&refresh_token=b&expires_at=5000&expires_in=3600',
      { kind: 'session', type: null, tokens: { ...tokens, issuedAt: 1400 } },
    ],
    ['?code=abc', { kind: 'code', code: 'abc' }],
    [
      '#message=Confirmation+link+accepted&sb=',
      { kind: 'message', text: 'Confirmation link accepted' },
    ],
  ])('reads %s as %j', (rest, redirect) => {
    expect(read(rest)).toEqual(redirect);
  });

  it.each(['#', '?'])('reads an expired link after %s as an error with its text', (mark) => {
    const rest = `${mark}error=access_denied&error_code=otp_expired&error_description=Email+link+is+invalid+or+has+expired`;
    expect(read(rest)).toEqual({
      kind: 'error',
      code: 'otp_expired',
      description: 'Email link is invalid or has expired',
    });
  });

  it('reads a description alone as an error', () => {
    const rest = '#error_code=otp_expired&error_description=Late';
    expect(read(rest)).toEqual({ kind: 'error', code: 'otp_expired', description: 'Late' });
  });

  it('keeps the name of an error that has no description', () => {
    const error = { kind: 'error', code: null, description: 'server_error' };
    expect(read('#error=server_error')).toEqual(error);
  });

  it.each(['#access_token=a', '#access_token=a&refresh_token=', '#access_token=&refresh_token=b'])(
    'takes no session from the incomplete %s',
    (rest) => {
      expect(read(rest).kind).toBe('error');
    },
  );

  it.each(['', '#', '#section', '?page=2', '?access_token=a&refresh_token=b', '#refresh_token=b'])(
    'finds nothing in %j',
    (rest) => {
      expect(read(rest)).toEqual({ kind: 'none' });
    },
  );
});

describe('stripSecrets', () => {
  it.each([
    ['/app#access_token=a&type=recovery', '/app'],
    ['/app?q=x%20y&access_token=a#section', '/app?q=x+y#section'],
    ['/app?code=a', '/app'],
    ['/app?token_hash=a&type=recovery', '/app?type=recovery'],
    ['/app#?refresh_token=a', '/app'],
    ['/app#/%61ccess_token=a', '/app'],
    ['/app?q=x%20y#section', '/app?q=x%20y#section'],
    ['/app#error=a', '/app#error=a'],
  ])('makes %s %s', (opened, clean) => {
    const address = new URL(opened, 'https://cuebook.example');
    stripSecrets(address);
    expect(address.href).toBe(`https://cuebook.example${clean}`);
  });
});
