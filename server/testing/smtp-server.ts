import { once } from 'node:events';
import { SMTPServer, type SMTPServerOptions } from 'smtp-server';
import { makeSelfSigned } from './self-signed.ts';

interface ReceivedMail {
  readonly text: string;
  readonly from: string;
  readonly to: readonly string[];
  /** SMTP user who sent it; 'undefined' without authentication. */
  readonly user: string;
  readonly secure: boolean;
}

export interface SmtpServer {
  readonly port: number;
  /** Accepted mails, oldest first. */
  readonly received: readonly ReceivedMail[];
  stop(): Promise<void>;
}

const { certificate, privateKey } = makeSelfSigned();

/** The certificate of every {@link startSmtpServer}, for localhost. */
export const smtpCertificate = certificate;

/**
 * Starts a real mail server that stores its mails. Authentication needs the password `secret word`.
 */
export async function startSmtpServer(options: SMTPServerOptions): Promise<SmtpServer> {
  const received: ReceivedMail[] = [];
  const server = new SMTPServer({
    key: privateKey,
    cert: certificate,
    logger: false,
    // Clients keep connections open for the next mail.
    closeTimeout: 100,
    onAuth: ({ username, password }, _session, callback) =>
      password === 'secret word'
        ? callback(null, { user: username })
        : callback(new Error('Invalid login')),
    onData(stream, session, callback) {
      const chunks: Buffer[] = [];
      stream.on('data', (chunk: Buffer) => chunks.push(chunk));
      stream.on('end', () => {
        const { mailFrom, rcptTo } = session.envelope;
        received.push({
          text: Buffer.concat(chunks).toString(),
          from: mailFrom === false ? '' : mailFrom.address,
          to: rcptTo.map(({ address }) => address),
          user: String(session.user),
          secure: session.secure,
        });
        callback();
      });
    },
    ...options,
  });
  server.on('error', () => undefined);
  server.listen(0, '127.0.0.1');
  await once(server.server, 'listening');
  const address = server.server.address();
  return {
    port: typeof address === 'object' ? (address?.port ?? 0) : 0,
    received,
    stop: () => new Promise((resolve) => server.close(() => resolve())),
  };
}
