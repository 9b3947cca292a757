import { type Config, ConfigError, isReachedByOthers, listensOnLoopback } from './config.ts';

/** Throws a {@link ConfigError} if settings that are valid alone don't fit together. */
export function checkConfig(config: Config): void {
  checkExposure(config);
  checkPayments(config);
  checkStorage(config);
  checkPasskeyDomain(config);
}

/** If others can reach the server, addresses must be confirmed and links in mails must lead here. */
function checkExposure(config: Config): void {
  if (!isReachedByOthers(config)) return;
  if (config.SMTP_URL === null && config.CONFIRM_EMAIL) {
    const reason = listensOnLoopback(config) ? 'SITE_URL' : `HOST ${config.HOST}`;
    throw new ConfigError(
      `${reason} lets others reach the server, but without a mail server nobody can confirm their email: set SMTP_URL, or CONFIRM_EMAIL=off.`,
    );
  }
  if (config.SMTP_URL !== null && config.SITE_URL === null) {
    throw new ConfigError(
      'SITE_URL must be set if HOST lets others reach the server: links in emails need it.',
    );
  }
}

/** Payments need more settings once they are switched on. */
function checkPayments(config: Config): void {
  if (!config.PAYMENTS) return;
  const needed = ['PAYMENT_PRICE_ID', 'PAYMENT_SECRET_KEY', 'PAYMENT_WEBHOOK_SECRET'] as const;
  const missing = needed.filter((name) => config[name] === null);
  if (missing.length > 0)
    throw new ConfigError(`PAYMENTS is on, but ${missing.join(', ')} is not set.`);
}

/** A server for S3 needs all of its settings. */
function checkStorage(config: Config): void {
  const needed = [
    'STORAGE_S3_ENDPOINT',
    'STORAGE_S3_BUCKET',
    'STORAGE_S3_ACCESS_KEY',
    'STORAGE_S3_SECRET_KEY',
  ] as const;
  const missing = needed.filter((name) => config[name] === null);
  if (missing.length > 0 && missing.length < needed.length)
    throw new ConfigError(`Files are to be stored with S3, but ${missing.join(', ')} is not set.`);
}

/** PASSKEY_DOMAIN must be the host of SITE_URL or a parent of it. */
function checkPasskeyDomain({ PASSKEY_DOMAIN, SITE_URL }: Config): void {
  if (PASSKEY_DOMAIN === null) return;
  const host = SITE_URL === null ? '' : new URL(SITE_URL).hostname;
  if (host === PASSKEY_DOMAIN || host.endsWith(`.${PASSKEY_DOMAIN}`)) return;
  throw new ConfigError(
    `PASSKEY_DOMAIN must be the host of SITE_URL or a parent domain of it (it is '${PASSKEY_DOMAIN}').`,
  );
}
