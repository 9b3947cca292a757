import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { attack } from '#server/testing/attacker.ts';
import { freshEmail, goodPassword } from '#server/testing/auth-test-harness.ts';
import { startSmtpServer, type SmtpServer } from '#server/testing/smtp-server.ts';
import { startTestServer, type TestServer } from '#server/testing/test-server.ts';

/** The whole server with a real mail server that can refuse mail. */
let refusals = 0;
/** How many accounts a recipient had when the server got the mail. */
const accountsOnReceipt = new Map<string, Promise<number>>();
let smtp: SmtpServer;
let server: TestServer;
beforeAll(async () => {
  smtp = await startSmtpServer({
    disabledCommands: ['AUTH', 'STARTTLS'],
    onRcptTo: ({ address }, _session, callback) => {
      accountsOnReceipt.set(address, accountOf(address));
      if (refusals === 0) return callback();
      refusals -= 1;
      return callback(Object.assign(new Error('Busy, try again later'), { responseCode: 451 }));
    },
  });
  server = await startTestServer({
    SMTP_URL: `smtp://127.0.0.1:${smtp.port}`,
    MAIL_FROM: 'Cuebook <post@cuebook.example>',
  });
});
afterAll(async () => {
  await server.stop();
  await smtp.stop();
});

const send = (path: string, email: string) =>
  attack(server, 'POST', `/auth/v1${path}`, { body: { email, password: goodPassword } });

const mailsTo = (email: string) => smtp.received.filter(({ to }) => to.includes(email));

async function accountOf(email: string) {
  const rows = await server.sql('select 1 from auth.users where email = $1', [email]);
  return rows.length;
}

describe('mail of the auth API with an SMTP server', () => {
  it('arrives, and the local mailbox pages do not exist', async () => {
    const email = freshEmail();
    expect((await send('/signup', email)).status).toBe(200);
    const [mail] = mailsTo(email);
    expect(mail?.from).toBe('post@cuebook.example');
    expect(mail?.text).toMatch(/^Content-Type: multipart\/alternative/m);
    expect((await attack(server, 'GET', '/dev/mailbox.json')).text).not.toContain(email);
  });

  it('arrives once its link can be opened', async () => {
    const email = freshEmail();
    await send('/signup', email);
    expect(await accountsOnReceipt.get(email)).toBe(1);
  });

  it('is retried within the request when the server refuses it once', async () => {
    const email = freshEmail();
    refusals = 1;
    expect((await send('/signup', email)).status).toBe(200);
    expect(mailsTo(email)).toHaveLength(1);
  });

  it('returns an error and creates no account when the server refuses it twice', async () => {
    const email = freshEmail();
    refusals = 2;
    const reply = await send('/signup', email);
    expect([reply.status, reply.code]).toEqual([500, 'unexpected_failure']);
    expect(reply.text).toContain('Error sending confirmation email');
    expect([mailsTo(email), await accountOf(email)]).toEqual([[], 0]);
    expect(server.logged.join('\n')).toContain('Busy, try again later');
    expect((await send('/signup', email)).status).toBe(200);
  });

  it('is retried in the background until the server accepts it', async () => {
    const email = freshEmail();
    await send('/signup', email);
    refusals = 1;
    expect((await send('/recover', email)).status).toBe(200);
    await server.dependencies.background.idle();
    expect(mailsTo(email)).toHaveLength(2);
  });

  it('returns the same error with and without an account when the server is down', async () => {
    await smtp.stop();
    // The mailer caches for half a minute that the server responded. A failed mail clears the
    // cache.
    expect((await send('/signup', freshEmail())).status).toBe(500);
    for (const path of ['/recover', '/otp']) {
      const reply = await send(path, freshEmail());
      expect([reply.status, reply.code]).toEqual([500, 'unexpected_failure']);
    }
  });
});
