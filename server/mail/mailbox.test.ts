import { appendFile, mkdir, mkdtemp, readFile, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { confirmationMail } from './letters.ts';
import { MailboxError, openMailbox } from './mailbox.ts';
import { buildMailboxPages } from './mailbox-pages.ts';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'cuebook-mailbox-'));
});
afterEach(() => rm(folder, { recursive: true }));

const file = () => join(folder, 'data', 'mailbox.jsonl');
const now = () => new Date('2030-01-01T00:00:00Z');

function letter(to: string, brand = 'Cuebook') {
  const url = 'http://localhost:3000/auth/v1/verify?token=a&type=signup&redirect_to=b';
  return confirmationMail({ brand, to, url, code: '123456' });
}

async function pages(brand?: string) {
  const mailbox = await openMailbox(file(), now);
  await mailbox.store(letter('ada@example.com', brand));
  await mailbox.store(letter('bob@example.com', brand));
  const app = buildMailboxPages(mailbox, brand ?? 'Cuebook');
  return (path: string, environment = {}) =>
    app.request(`http://localhost:3000${path}`, {}, environment);
}

describe('openMailbox', () => {
  it('rejects with one sentence if the file cannot be read', async () => {
    await mkdir(file(), { recursive: true });
    await expect(openMailbox(file(), now)).rejects.toThrow(MailboxError);
    await expect(openMailbox(file(), now)).rejects.toThrow(
      /^The local mailbox cannot be read .*\.$/,
    );
  });

  it('stores mails, newest first, across restarts, for the owner only', async () => {
    const first = await openMailbox(file(), now);
    await Promise.all(['a@x.y', 'b@x.y', 'c@x.y'].map((to) => first.store(letter(to))));
    const second = await openMailbox(file(), now);
    expect(second.mails().map((mail) => mail.to)).toEqual(['c@x.y', 'b@x.y', 'a@x.y']);
    expect(second.mails()[0]).toEqual({
      ...letter('c@x.y'),
      links: ['http://localhost:3000/auth/v1/verify?token=a&type=signup&redirect_to=b'],
      sent_at: '2030-01-01T00:00:00.000Z',
    });
    expect((await stat(file())).mode & 0o777).toBe(0o600);
  });

  it('skips a line that a crash truncated, and continues after it', async () => {
    await (await openMailbox(file(), now)).store(letter('a@x.y'));
    await appendFile(file(), '{"to":"b@x');
    const again = await openMailbox(file(), now);
    await again.store(letter('c@x.y'));
    const last = await openMailbox(file(), now);
    expect(last.mails().map((mail) => mail.to)).toEqual(['c@x.y', 'a@x.y']);
  });

  it('limits the size of its file', async () => {
    const mailbox = await openMailbox(file(), now);
    for (let i = 0; i < 650; i += 1) await mailbox.store(letter(`${i}@x.y`));
    expect(mailbox.mails()).toHaveLength(200);
    expect((await readFile(file(), 'utf8')).trim().split('\n').length).toBeLessThanOrEqual(400);
    expect((await openMailbox(file(), now)).mails()[0]?.to).toBe('649@x.y');
  });
});

describe('GET /dev/mailbox', () => {
  it('returns the mails as JSON, newest first', async () => {
    const get = await pages();
    const response = await get('/mailbox.json');
    const mails: unknown = await response.json();
    expect(mails).toMatchObject([{ to: 'bob@example.com' }, { to: 'ada@example.com' }]);
    expect(response.headers.get('access-control-allow-origin')).toBeNull();
    expect(response.headers.get('cache-control')).toBe('no-store');
  });

  it('shows mails with working links, under a strict policy', async () => {
    const get = await pages();
    const response = await get('/mailbox');
    const html = await response.text();
    expect(html).toContain(
      '<a href="http://localhost:3000/auth/v1/verify?token=a&amp;type=signup&amp;redirect_to=b"',
    );
    expect(html.indexOf('bob@')).toBeLessThan(html.indexOf('ada@'));
    expect(response.headers.get('content-security-policy')).toMatch(
      /^default-src 'none'; style-src 'sha256-/,
    );
    const one = await get('/mailbox/0');
    expect(await one.text()).toContain('Confirm my email');
    expect(one.headers.get('content-security-policy')).toContain('sandbox');
    expect((await get('/mailbox/7')).status).toBe(404);
  });

  it('escapes the brand name', async () => {
    const get = await pages('<script>alert(1)</script>');
    for (const path of ['/mailbox', '/mailbox/0']) {
      expect(await (await get(path)).text()).not.toContain('<script');
    }
  });

  it.each([
    ['127.0.0.1', 200],
    ['::1', 200],
    ['::ffff:127.0.0.1', 200],
    ['192.168.1.5', 403],
    ['::ffff:192.168.1.5', 403],
    ['2001:db8::1', 403],
    [undefined, 403],
  ])('answer the peer %s with %i', async (remoteAddress, status) => {
    const get = await pages();
    const version = { httpVersionMajor: 1, httpVersionMinor: 1 };
    for (const path of ['/mailbox', '/mailbox.json', '/mailbox/0']) {
      const incoming = { ...version, url: path, socket: { remoteAddress } };
      expect((await get(path, { incoming })).status).toBe(status);
    }
  });
});
