import { describe, expect, it } from 'vitest';
import { attack } from '#server/testing/attacker.ts';
import { freshEmail, goodPassword, linkIn } from '#server/testing/auth-test-harness.ts';
import { setUpTestServer } from '#server/testing/test-server.ts';

const server = await setUpTestServer({ CONFIRM_EMAIL: 'on' });

/** Signs up with `redirectTo` and returns the link in the mail. */
async function mailedLink(redirectTo: string): Promise<URL> {
  const email = freshEmail();
  const query = `?redirect_to=${encodeURIComponent(redirectTo)}`;
  const body = { email, password: goodPassword };
  await attack(server, 'POST', `/auth/v1/signup${query}`, { body });
  const mails = await server.dependencies.mailbox?.mails();
  return linkIn(mails?.find(({ to }) => to === email));
}

describe('redirect_to', () => {
  it.each([
    '//evil.example/auth/callback',
    '///evil.example',
    String.raw`/\evil.example`,
    String.raw`\\evil.example`,
    '/\t/evil.example',
    'https://evil.example',
    ' https://evil.example',
    '\u0000https://evil.example',
    'ht\ntps://evil.example',
    'https:evil.example',
    'https:/evil.example',
    'https://evil.example%2f@SITE',
    'https://SITE@evil.example/',
    'https://SITE%2eevil.example/',
    'http://SITE.evil.example/',
    'http://SITE。evil.example/',
    'http://SITE\\.evil.example@evil.example/',
    'http://user:password@SITE/',
    'JAVASCRIPT:alert(1)//SITE',
    'java\tscript:alert(1)',
    'blob:http://SITE/x',
    'view-source:http://SITE/',
    'data:text/html,<script>alert(1)</script>',
  ])('%j only redirects to the site, in the mail and in a changed link', async (template) => {
    const redirectTo = template.replace('SITE', new URL(server.url).host);
    const link = await mailedLink(redirectTo);
    expect(new URL(link.searchParams.get('redirect_to') ?? '').origin).toBe(server.url);
    link.searchParams.set('redirect_to', redirectTo);
    const opened = await attack(server, 'GET', `/auth/v1/verify${link.search}`);
    const location = new URL(opened.headers.location ?? '');
    expect([opened.status, location.origin, location.username]).toEqual([303, server.url, '']);
    expect(opened.headers['referrer-policy']).toBe('no-referrer');
    expect(opened.headers['cache-control']).toBe('no-store');
  });
});

describe('a path that looks like another site', () => {
  it.each([
    '//evil.example',
    '//evil.example/%2e%2e',
    String.raw`/\evil.example`,
    '/%5cevil.example/',
    '/%09/evil.example/',
    '/p//evil.example',
    '/avatars//evil.example/x.svg',
    '/unsubscribe//evil.example/',
  ])('GET %s does not redirect', async (path) => {
    const { status, headers } = await attack(server, 'GET', path);
    expect([status < 300 || status >= 400, headers.location]).toEqual([true, undefined]);
  });

  it.each(['/app//evil.example/..', '/app//', '/app///evil.example/../'])(
    'GET %s redirects only within the site',
    async (path) => {
      const { status, headers } = await attack(server, 'GET', path);
      const { origin } = new URL(headers.location ?? '/', server.url);
      expect([origin, status === 308]).toEqual([server.url, headers.location !== undefined]);
    },
  );
});

describe('framing by another site', () => {
  /** Returns whether a path is a page, and may not be framed. */
  async function visit(path: string) {
    const { headers } = await attack(server, 'GET', path);
    return {
      isPage: headers['content-type']?.includes('text/html'),
      isFramingForbidden: String(headers['content-security-policy']).includes(
        "frame-ancestors 'none'",
      ),
    };
  }
  const closed = { isPage: true, isFramingForbidden: true };

  it.each([
    '/',
    '/app',
    '/app/account',
    '/signin',
    '/auth/callback',
    '/reset-password',
    '/privacy',
    '/p/00000000-0000-4000-8000-000000000001',
    '/no/such/page',
    '/unsubscribe',
    '/dev/mailbox',
  ])('is forbidden by the page %s', async (path) => {
    expect(await visit(path)).toEqual(closed);
  });

  it('is forbidden by the page of an email', async () => {
    await mailedLink(server.url);
    const { text } = await attack(server, 'GET', '/dev/mailbox');
    const address = /href="(\/dev\/mailbox\/[^"]+)"/.exec(text)?.[1] ?? '';
    expect(await visit(address)).toEqual(closed);
  });
});
