/** Certificates to trust besides the system's, for mail servers with a private certificate. */
export interface SmtpTrust {
  readonly ca?: string;
}

/** How many mails are sent at once. */
export const smtpConnections = 3;

const loopback = /^(localhost|127(\.\d+){3}|\[::1\])$/;

/**
 * Returns nodemailer's options for an address such as `smtps://user:password@mail.example.com`.
 * With `smtp:` the connection is upgraded by STARTTLS. A password is never sent to another machine
 * without TLS.
 */
export function smtpOptions(address: string, trust: SmtpTrust = {}) {
  const url = new URL(address);
  const secure = url.protocol === 'smtps:';
  const user = decodeURIComponent(url.username);
  const pass = decodeURIComponent(url.password);
  const login = user === '' ? {} : { auth: { user, pass } };
  return {
    pool: true,
    maxConnections: smtpConnections,
    host: url.hostname.replace(/^\[|\]$/g, ''),
    port: url.port === '' ? (secure ? 465 : 587) : Number(url.port),
    secure,
    requireTLS: !secure && user !== '' && !loopback.test(url.hostname),
    tls: trust.ca === undefined ? {} : { ca: trust.ca },
    connectionTimeout: 10_000,
    greetingTimeout: 10_000,
    socketTimeout: 20_000,
    disableFileAccess: true,
    disableUrlAccess: true,
    ...login,
  } as const;
}
