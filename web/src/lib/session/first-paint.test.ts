import { readFileSync } from 'node:fs';
import { runInNewContext } from 'node:vm';
import { describe, expect, it } from 'vitest';
import { routes } from '#contract/routes.ts';

const script = readFileSync(new URL('../../../public/first-paint.js', import.meta.url), 'utf8');
const origin = 'https://cuebook.example';

/** Runs the script of every document at an address, for a visitor or with a stored session. */
function open(path: string, session: string | null = null) {
  let shown = new URL(path, origin);
  let leftFor: string | null = null;
  const window: { openedAddress?: string; addEventListener: () => void } = {
    addEventListener: () => undefined,
  };
  runInNewContext(script, {
    window,
    URL,
    URLSearchParams,
    addEventListener: () => undefined,
    location: {
      get href() {
        return shown.href;
      },
      get pathname() {
        return shown.pathname;
      },
      get search() {
        return shown.search;
      },
      get hash() {
        return shown.hash;
      },
      replace: (to: string) => (leftFor = to),
    },
    history: { state: null, replaceState: (_: null, __: '', to: URL) => (shown = to) },
    document: { documentElement: { dataset: {} }, querySelector: () => null },
    sessionStorage: { getItem: () => null },
    localStorage: { getItem: (key: string) => (key === 'supabase.auth.token' ? session : null) },
  });
  return { shown: shown.href, opened: window.openedAddress, leftFor };
}

const appPaths = Object.values(routes)
  .filter((path) => typeof path === 'string')
  .filter((path) => /^\/app(?:\/|$)/.test(path));
const tokens = 'access_token=eyJh.eyJz.x&refresh_token=zzz&expires_in=3600&token_type=bearer';
const links = [
  `#${tokens}`,
  `?${tokens}`,
  '?code=0f0e0d0c-0b0a-4908-8706-050403020100',
  '?token_hash=pkce_0123456789abcdef&type=recovery',
  `#${tokens}&type=recovery`,
  `#${tokens.replace('access', '%61ccess')}`,
  `#?${tokens}`,
  `#/${tokens}`,
  `#${tokens}&error=x&error_description=y`,
  '#access_token=eyJh.eyJz.x',
];
const secret = /token=|code=|token_hash|eyJ/;

describe('first-paint.js', () => {
  it('removes the secrets of a link from every address, and leaves them to the app', () => {
    for (const path of ['/', '/auth/callback', '/reset-password', '/app', '/signin', '/p/x']) {
      for (const link of links) {
        const { shown, opened } = open(path + link);
        expect(shown).not.toMatch(secret);
        expect(opened).toBe(origin + path + link);
      }
    }
  });

  it('leads from the root to the callback with the parameters of a link', () => {
    expect(open(`/#${tokens}`).leftFor).toBe(`/auth/callback#${tokens}`);
    expect(open('/?code=a').leftFor).toBe('/auth/callback?code=a');
    expect(open('/?q=a#section').leftFor).toBeNull();
  });

  it('asks a visitor of every page under /app to sign in, and then returns there', () => {
    expect(appPaths).toContain('/app/library');
    for (const path of [...appPaths, '/app/prompts/0b26f3d7-89db-4448-9fc7-b07df5f28241?tab=a']) {
      expect(open(path).leftFor).toBe(`/signin?redirect=${encodeURIComponent(path)}`);
      expect(open(path, '{}').leftFor).toBeNull();
    }
    expect(open('/application').leftFor).toBeNull();
  });
});
