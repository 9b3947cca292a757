import type { SMTPServerOptions } from 'smtp-server';
import { afterEach, describe, expect, it } from 'vitest';
import { readConfig } from '#server/config.ts';
import { asCaller } from '#server/current-caller.ts';
import { createLog } from '#server/log.ts';
import { smtpCertificate, startSmtpServer } from '#server/testing/smtp-server.ts';
import { confirmationMail, promptInvitationMail } from './letters.ts';
import { createMailer, MailNotSent } from './mailer.ts';
import { smtpOptions } from './smtp-options.ts';

const opened: (() => unknown)[] = [];
afterEach(async () => {
  for (const close of opened.splice(0).toReversed()) await close();
});

async function serve(options: SMTPServerOptions = {}) {
  const server = await startSmtpServer(options);
  opened.push(() => server.stop());
  return server;
}

const logged: string[] = [];
const log = createLog('debug', (line) => logged.push(line));

function mailerFor(url: string, trusted = true) {
  const config = readConfig({ SMTP_URL: url, MAIL_FROM: 'Cuebook <post@cuebook.example>' });
  const mailer = createMailer(config, null, log, trusted ? { ca: smtpCertificate } : {});
  opened.push(() => mailer.close());
  return mailer;
}

const mail = confirmationMail({
  brand: 'Cuebook',
  to: 'ada@example.com',
  url: 'https://cuebook.example/auth/v1/verify?token=secret-token&type=signup',
  code: '123456',
  expiresAt: new Date('2030-01-01T01:00:00Z'),
});

describe('mail over SMTP', () => {
  it.each([
    ['smtps', { secure: true }],
    ['smtp, upgraded by STARTTLS', {}],
  ])('goes through %s, encrypted and signed in', async (name, options) => {
    const { received, port } = await serve(options);
    const scheme = name.slice(0, 5).replace(',', '');
    const mailer = mailerFor(`${scheme}://ada%40example.com:secret%20word@localhost:${port}`);
    await mailer.ready();
    await mailer.send(mail);

    expect(received).toHaveLength(1);
    const [one] = received;
    expect(one).toMatchObject({
      from: 'post@cuebook.example',
      to: ['ada@example.com'],
      user: 'ada@example.com',
      secure: true,
    });
    expect(one?.text).toMatch(/^From: Cuebook <post@cuebook\.example>/m);
    expect(one?.text).toMatch(/^Subject: Confirm your email for Cuebook/m);
    expect(one?.text).toMatch(/^Content-Type: multipart\/alternative/m);
    expect(one?.text).toMatch(/^Content-Type: text\/plain/m);
    expect(one?.text).toMatch(/^Content-Type: text\/html/m);
    expect(logged.join('\n')).not.toMatch(/secret|ada@example|123456/);
  });

  it('does not wait for all mails of another caller', async () => {
    const accepted: string[] = [];
    const hold: (() => void)[] = [];
    const { port } = await serve({
      authOptional: true,
      onRcptTo({ address }, _session, callback) {
        accepted.push(address);
        hold.push(callback);
      },
    });
    const mailer = mailerFor(`smtp://localhost:${port}`);
    const send = (to: string) => mailer.send({ ...mail, to });
    const many = asCaller('somebody', () =>
      Promise.all(Array.from({ length: 10 }, (_, n) => send(`${n}@example.com`))),
    );
    await expect.poll(() => hold.length).toBeGreaterThan(0);
    const own = asCaller('ada', () => send('ada@example.com'));
    await expect
      .poll(() => {
        if (!accepted.includes('ada@example.com')) hold.shift()?.();
        return accepted;
      })
      .toContain('ada@example.com');
    expect(accepted.length).toBeLessThan(8);
    const release = setInterval(() => hold.splice(0).forEach((accept) => accept()), 10);
    opened.push(() => clearInterval(release));
    await Promise.all([own, many]);
  });

  it('is logged without its subject, which may have the title of a private prompt', async () => {
    const { port } = await serve({ authOptional: true });
    const about = { name: 'A private title', invitedBy: 'Ada', role: 'viewer' };
    const shared = promptInvitationMail(
      { brand: 'Cuebook', to: 'bob@example.com', url: 'https://cuebook.example/' },
      about,
    );
    await mailerFor(`smtp://localhost:${port}`).send(shared);
    expect(logged.at(-1)).toContain('mail sent');
    expect(logged.join('\n')).not.toMatch(/private title|Ada|bob/);
  });

  it.each([
    ['a wrong password', 'smtps://ada:wrong@localhost', { secure: true }, true],
    [
      'a certificate nobody vouches for',
      'smtps://localhost',
      { secure: true, authOptional: true },
      false,
    ],
    [
      'a mailbox that does not exist',
      'smtp://localhost',
      {
        authOptional: true,
        onRcptTo: (_address: unknown, _session: unknown, callback: (error: Error) => void) =>
          callback(new Error('No such mailbox')),
      },
      true,
    ],
  ])('is not sent with %s', async (_, url, options, trusted) => {
    const { received, port } = await serve(options);
    await expect(mailerFor(`${url}:${port}`, trusted).send(mail)).rejects.toThrow(MailNotSent);
    expect(received).toEqual([]);
  });

  it('fails when nobody listens, and ready() rejects too', async () => {
    const mailer = mailerFor('smtp://localhost:1');
    await expect(mailer.ready()).rejects.toThrow(MailNotSent);
    await expect(mailer.send(mail)).rejects.toThrow(MailNotSent);
  });

  it('is refused without a mail server and a mailbox', async () => {
    const mailer = createMailer(readConfig({}), null, log);
    await expect(mailer.ready()).rejects.toThrow('SMTP_URL is not configured');
  });
});

describe('smtpOptions', () => {
  it.each([
    ['smtps://mail.example.com', { port: 465, secure: true, requireTLS: false }],
    ['smtp://mail.example.com', { port: 587, secure: false, requireTLS: false }],
    ['smtp://ada:word@mail.example.com', { port: 587, secure: false, requireTLS: true }],
    ['smtp://ada:word@127.0.0.1:2525', { port: 2525, secure: false, requireTLS: false }],
    ['smtp://[::1]:25', { host: '::1', port: 25 }],
  ])('of %s', (url, expected) => {
    expect(smtpOptions(url)).toMatchObject(expected);
  });
});
