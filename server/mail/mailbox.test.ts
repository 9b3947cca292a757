import { mkdtemp, readdir, rm, stat, truncate, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createPlainPages } from '#server/http/pages/plain-page.ts';
import { confirmationMail } from './letters.ts';
import { MailboxError, openMailbox } from './mailbox.ts';
import { buildMailboxPages } from './mailbox-pages.ts';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'cuebook-mailbox-'));
});
afterEach(() => rm(folder, { recursive: true }));

const mailFolder = () => join(folder, 'data', 'mailbox');

/** Returns the paths of the stored mails, oldest first. */
async function mailFiles(): Promise<string[]> {
  return (await readdir(mailFolder())).sort().map((name) => join(mailFolder(), name));
}
const now = () => new Date('2030-01-01T00:00:00Z');

function letter(to: string, brand = 'Cuebook') {
  const url = 'http://localhost:3000/auth/v1/verify?token=a&type=signup&redirect_to=b';
  return confirmationMail({
    brand,
    to,
    url,
    code: '123456',
    expiresAt: new Date('2030-01-01T01:00:00Z'),
  });
}

async function pages(brand?: string) {
  const mailbox = await openMailbox(mailFolder(), now);
  await mailbox.store(letter('ada@example.com', brand));
  await mailbox.store(letter('bob@example.com', brand));
  const plainPages = createPlainPages(join(folder, 'no-page'), brand ?? 'Cuebook');
  const app = buildMailboxPages(mailbox, brand ?? 'Cuebook', plainPages);
  return (path: string, environment = {}) =>
    app.request(`http://localhost:3000${path}`, {}, environment);
}

describe('openMailbox', () => {
  it('rejects with one sentence if the folder cannot be read', async () => {
    await writeFile(join(folder, 'data'), '');
    await expect(openMailbox(mailFolder(), now)).rejects.toThrow(MailboxError);
    await expect(openMailbox(mailFolder(), now)).rejects.toThrow(
      /^The local mailbox cannot be read .*\.$/,
    );
  });

  it('stores mails, newest first, across restarts, for the owner only', async () => {
    const first = await openMailbox(mailFolder(), now);
    await Promise.all(['a@x.y', 'b@x.y', 'c@x.y'].map((to) => first.store(letter(to))));
    const second = await openMailbox(mailFolder(), now);
    expect((await second.mails()).map((mail) => mail.to)).toEqual(['c@x.y', 'b@x.y', 'a@x.y']);
    expect((await second.mails())[0]).toEqual({
      ...letter('c@x.y'),
      links: ['http://localhost:3000/auth/v1/verify?token=a&type=signup&redirect_to=b'],
      sent_at: '2030-01-01T00:00:00.000Z',
    });
    for (const file of await mailFiles()) expect((await stat(file)).mode & 0o777).toBe(0o600);
  });

  it('shares its mails between processes', async () => {
    const [first, second] = await Promise.all([
      openMailbox(mailFolder(), now),
      openMailbox(mailFolder(), now),
    ]);
    await first.store(letter('a@x.y'));
    await second.store(letter('b@x.y'));
    expect(await first.mails()).toEqual(await second.mails());
    expect((await first.mails()).map((mail) => mail.to)).toEqual(['b@x.y', 'a@x.y']);
  });

  it('skips a mail that a crash truncated', async () => {
    const mailbox = await openMailbox(mailFolder(), now);
    await mailbox.store(letter('a@x.y'));
    await mailbox.store(letter('b@x.y'));
    await truncate((await mailFiles()).at(-1) ?? '', 20);
    await mailbox.store(letter('c@x.y'));
    expect((await mailbox.mails()).map((mail) => mail.to)).toEqual(['c@x.y', 'a@x.y']);
  });

  it('stores the newest 200 mails', async () => {
    const mailbox = await openMailbox(mailFolder(), now);
    for (let i = 0; i < 230; i += 1) await mailbox.store(letter(`${i}@x.y`));
    expect(await mailFiles()).toHaveLength(200);
    const mails = await mailbox.mails();
    expect([mails[0]?.to, mails.at(-1)?.to]).toEqual(['229@x.y', '30@x.y']);
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

  /** Returns the addresses of the mails in the list, newest first. */
  const addressesIn = (html: string) =>
    [...html.matchAll(/<li><a href="\/dev(\/mailbox\/[0-9a-f]+)"/g)].map(([, path = '']) => path);

  it('lists mails newest first and shows the newest, under a strict policy', async () => {
    const get = await pages();
    const response = await get('/mailbox');
    const html = await response.text();
    expect(html).toContain('keeps its outgoing email here instead of sending it');
    expect(html.indexOf('bob@')).toBeLessThan(html.indexOf('ada@'));
    expect(html).toContain('<time datetime="2030-01-01T00:00:00.000Z">');
    expect(html).toContain('<code>123456</code>');
    expect(html).toContain(
      '<a href="http://localhost:3000/auth/v1/verify?token=a&amp;type=signup&amp;redirect_to=b"',
    );
    expect(html).not.toContain('<script');
    const policy = response.headers.get('content-security-policy');
    expect(policy).toMatch(/^default-src 'none'; style-src 'sha256-/);
    expect(policy).not.toContain('script-src');
  });

  it('opens each mail at an address of its own, also after newer ones', async () => {
    const mailbox = await openMailbox(mailFolder(), now);
    const app = buildMailboxPages(mailbox, 'Cuebook', createPlainPages(folder, 'Cuebook'));
    const get = (path: string) => app.request(`http://localhost:3000${path}`);
    await mailbox.store(letter('ada@example.com'));
    const [first = ''] = addressesIn(await (await get('/mailbox')).text());
    await mailbox.store(letter('bob@example.com'));
    const opened = await (await get(first)).text();
    expect(opened).toMatch(/<dt>To<\/dt><dd><bdi>ada@example\.com/);
    expect(opened).toContain(`<iframe src="/dev${first}/html" title="The email" sandbox="`);
    expect(opened).not.toMatch(/sandbox="[^"]*allow-(scripts|same-origin|forms)/);
    const mail = await get(`${first}/html`);
    expect(await mail.text()).toContain('Confirm my email');
    expect(mail.headers.get('content-security-policy')).toMatch(
      /default-src 'none'.*frame-ancestors 'self'; sandbox allow-popups /,
    );
    expect((await get('/mailbox/0000')).status).toBe(404);
    expect((await get('/mailbox/0000/html')).status).toBe(404);
  });

  it('says that there are no emails yet', async () => {
    const mailbox = await openMailbox(mailFolder(), now);
    const app = buildMailboxPages(mailbox, 'Cuebook', createPlainPages(folder, 'Cuebook'));
    expect(await (await app.request('http://localhost:3000/mailbox')).text()).toContain(
      'No emails yet.',
    );
  });

  it('escapes the brand name', async () => {
    const get = await pages('<script>alert(1)</script>');
    const list = await (await get('/mailbox')).text();
    const [first = ''] = addressesIn(list);
    const others = [first, `${first}/html`].map(async (path) => (await get(path)).text());
    for (const html of [list, ...(await Promise.all(others))])
      expect(html).not.toContain('<script');
  });

  it.each([
    ['markup', '<img src=x onerror=alert(1)>"\'><svg/onload=alert(1)>'],
    ['the end of the frame', '</iframe></article></body>'],
    ['right-to-left text', '\u202Egpj.exe\u2066 שלום'],
    ['5,000 letters', 'w'.repeat(5_000)],
  ])('shows a mail whose fields are %s as text', async (_, text) => {
    const mailbox = await openMailbox(mailFolder(), now);
    const app = buildMailboxPages(mailbox, 'Cuebook', createPlainPages(folder, 'Cuebook'));
    await mailbox.store({
      to: text,
      subject: text,
      text: `${text}\nhttps://a.example/${text}`,
      html: '',
    });
    const html = await (await app.request('http://localhost:3000/mailbox')).text();
    expect(html).not.toMatch(/<img|<svg\/|onerror=alert\(1\)>"|href="[^"]*'>/);
    expect(html.match(/<\/(?:iframe|article|body)>/g)).toEqual([
      '</iframe>',
      '</article>',
      '</body>',
    ]);
    const shown = text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
    const escaped = shown.replaceAll('"', '&quot;').replaceAll("'", '&#39;');
    expect(html).toContain(`<h2 id="subject"><bdi dir="ltr">${escaped}</bdi></h2>`);
    expect(html).toContain(`<dd><bdi>${escaped}</bdi></dd>`);
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
    for (const path of ['/mailbox', '/mailbox.json', '/mailbox/ab', '/mailbox/ab/html']) {
      const incoming = { ...version, url: path, socket: { remoteAddress } };
      const known = path.includes('/ab') && status === 200 ? 404 : status;
      expect((await get(path, { incoming })).status).toBe(known);
    }
  });
});
