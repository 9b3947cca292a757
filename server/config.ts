import * as v from 'valibot';
import type { PasswordRules } from '#contract/password-rules.ts';
import {
  address,
  avatarAddress,
  characterClassList,
  loopback,
  mailServer,
  networkAddresses,
  onOff,
  originList,
  redirectPatterns,
  schemaNames,
  text,
  trustedAddress,
  webAddress,
  wholeNumber,
} from './setting-values.ts';

/**
 * All settings of an installation. `readConfig` reads the environment once, and the frozen result
 * is passed down. No other file of the server reads `process.env`.
 */

interface Setting<Schema extends v.GenericSchema<string, unknown>, Fallback extends string | null> {
  readonly schema: Schema;
  readonly fallback: Fallback;
  readonly meaning: string;
}

function setting<Schema extends v.GenericSchema<string, unknown>, Fallback extends string | null>(
  schema: Schema,
  fallback: Fallback,
  meaning: string,
): Setting<Schema, Fallback> {
  return { schema, fallback, meaning };
}

/** The deepest nesting of embeds that /rest/v1 parses. An installation may allow less. */
export const deepestEmbed = 12;

/**
 * Returns a limit's setting. A rate refills evenly over the time that `meaning` names.
 */
function limit(fallback: string, meaning: string) {
  return setting(wholeNumber(1, 1_000_000), fallback, meaning);
}

/** Name, schema, default and meaning of every variable. The README's table is generated from it. */
export const settings = {
  PORT: setting(wholeNumber(0, 65_535), '3000', 'Port to listen on; 0 picks a free one'),
  HOST: setting(text, '127.0.0.1', 'Address to listen on; 0.0.0.0 for every interface'),
  DATA_DIR: setting(
    text,
    './data',
    'Folder for the embedded database, the keys, the files and the mailbox',
  ),
  SITE_URL: setting(webAddress, null, 'Public address of this server; used in emails'),
  DATABASE_URL: setting(
    address('postgres', 'postgresql'),
    null,
    'A PostgreSQL 15 or later to use instead of the embedded one, as a role that may create roles',
  ),
  DATABASE_READ_URL: setting(
    address('postgres', 'postgresql'),
    null,
    'A streaming replica of DATABASE_URL, for reads; the same for every server of an installation',
  ),
  PG_BIN: setting(text, null, "Folder with a system PostgreSQL's programs, to run instead of ours"),
  WEB_PROCESSES: setting(
    wholeNumber(1, 64),
    '1',
    'Processes that answer requests, on a machine with more than two processor cores',
  ),
  DATABASE_CONNECTIONS: setting(
    wholeNumber(1, 200),
    null,
    'Connections for /rest/v1, shared by all processes; two per processor core by default',
  ),
  DATABASE_WAIT_SECONDS: setting(
    wholeNumber(1, 600),
    '10',
    'How long a request to /rest/v1 waits for a connection; an import, six times as long',
  ),
  API_SCHEMAS: setting(
    schemaNames,
    'public',
    'Schemas that /rest/v1 serves; the first is the default',
  ),
  MAX_ROWS: setting(wholeNumber(1, 1_000_000), '1000', 'Most rows in one response of /rest/v1'),
  MAX_EMBED_DEPTH: setting(
    wholeNumber(0, deepestEmbed),
    String(deepestEmbed),
    'How deep embeds of /rest/v1 may nest',
  ),
  MAX_BODY_MB: setting(
    wholeNumber(1, 256),
    '16',
    'Largest request body, in MiB, besides uploads to /storage/v1',
  ),
  STORAGE_FILE_MB: setting(
    wholeNumber(1, 51_200),
    '50',
    'Largest file of /storage/v1, in MiB; a bucket may allow less',
  ),
  STORAGE_S3_ENDPOINT: setting(
    webAddress,
    null,
    'S3-compatible server for the files of /storage/v1, instead of DATA_DIR; needs the bucket and both keys',
  ),
  STORAGE_S3_BUCKET: setting(text, null, 'Bucket on that server; it must exist'),
  STORAGE_S3_REGION: setting(text, 'us-east-1', 'Region of that bucket'),
  STORAGE_S3_ACCESS_KEY: setting(text, null, 'Access key on that server'),
  STORAGE_S3_SECRET_KEY: setting(text, null, 'Secret key on that server'),
  FUNCTIONS_DIR: setting(
    text,
    null,
    'Folder with your own functions, one file each, for /functions/v1; DATA_DIR/functions by default',
  ),
  FUNCTIONS_SECONDS: limit('150', 'Longest time of a request to a function, in seconds'),
  FUNCTIONS_MEMORY_MB: setting(wholeNumber(16, 16_384), '256', 'Most memory of a function, in MiB'),
  SMTP_URL: setting(
    mailServer,
    null,
    'Mail server, such as smtps://user:password@mail.example.com; without it, emails stay in a local mailbox',
  ),
  MAIL_FROM: setting(text, 'Cuebook <cuebook@localhost>', 'Sender of emails'),
  CONFIRM_EMAIL: setting(onOff, 'on', 'Whether a new account must confirm its email address'),
  SIGN_UP: setting(
    onOff,
    'on',
    'Whether people can sign up themselves; if off, an administrator creates or invites them',
  ),
  ANONYMOUS_SIGN_IN: setting(onOff, 'off', 'Whether people can start without an email address'),
  PASSWORD_MIN_LENGTH: setting(wholeNumber(6, 72), '8', 'Minimum length of a new password'),
  PASSWORD_REQUIRED: setting(
    characterClassList,
    'upper,digit',
    'Characters that a new password needs: any of lower, upper, digit and symbol; or none',
  ),
  LIMIT_SIGN_INS: limit(
    '150',
    'Sign-ins from one address, or refreshes of one account or connected app, in 5 minutes',
  ),
  LIMIT_WRONG_PASSWORDS: limit(
    '10',
    'Wrong passwords for one account from one address in 5 minutes',
  ),
  LIMIT_SIGN_UPS: limit('30', 'Sign-ups from one address in 5 minutes'),
  LIMIT_VERIFICATIONS: limit('30', 'Links and codes tried from one address in 5 minutes'),
  LIMIT_MAILS: limit('30', 'Emails requested from one address in 15 minutes'),
  MAIL_PAUSE_SECONDS: setting(
    wholeNumber(1, 3600),
    '60',
    'Seconds between two emails of the same kind to one person',
  ),
  REAUTHENTICATE_PASSWORD: setting(
    onOff,
    'off',
    'Whether a new password needs an emailed code if the sign-in is older than a day',
  ),
  OIDC_ISSUER: setting(
    trustedAddress,
    null,
    'OpenID Connect provider to sign in with; its callback is SITE_URL/auth/v1/callback',
  ),
  OIDC_CLIENT_ID: setting(text, null, 'Client id of this server at that provider'),
  OIDC_CLIENT_SECRET: setting(
    text,
    null,
    'Client secret at that provider; none for a public client',
  ),
  OIDC_NAME: setting(
    v.pipe(v.string(), v.regex(/^(custom:)?[a-z][a-z0-9_-]{0,40}$/, 'must be a short name')),
    'custom:oidc',
    'Name of that provider for clients, as in signInWithOAuth',
  ),
  OIDC_LABEL: setting(
    text,
    null,
    'Name of that provider on the sign-in button; the host of OIDC_ISSUER by default',
  ),
  AUTH_FLOW: setting(
    v.picklist(['implicit', 'pkce'], 'must be implicit or pkce'),
    'implicit',
    'What links in emails return to the page: a session (implicit), or a code for the requesting browser (pkce)',
  ),
  REDIRECT_URLS: setting(
    redirectPatterns,
    '',
    'Other addresses that links in emails may lead to, besides SITE_URL',
  ),
  PASSKEY_DOMAIN: setting(
    v.pipe(
      v.string(),
      v.regex(/^[a-z0-9-]+(\.[a-z0-9-]+)*$/, 'must be a domain such as example.com'),
    ),
    null,
    "Domain that passkeys are bound to, SITE_URL's host or a parent of it; the host by default",
  ),
  CORS_ORIGINS: setting(
    originList,
    '*',
    'Origins whose pages may read responses of the protocols; * for all',
  ),
  TRUSTED_PROXIES: setting(
    networkAddresses,
    '',
    'Addresses of proxies whose X-Forwarded-For is trusted, such as 127.0.0.1',
  ),
  ACCESS_TOKEN_SECONDS: setting(
    wholeNumber(60, 604_800),
    '3600',
    'Lifetime of an access token, in seconds',
  ),
  NEW_KEYS: setting(onOff, 'off', 'Creates new keys if secrets.json was lost; signs everybody out'),
  PUBLISHABLE_KEY: setting(text, null, 'Publishable API key; created at the first start'),
  SECRET_KEY: setting(text, null, 'Secret API key (service role); created at the first start'),
  JWT_SIGNING_KEY: setting(
    text,
    null,
    'Private key as a JWK, ES256 or RS256; created at the first start',
  ),
  JWT_SECRET: setting(
    v.pipe(v.string(), v.minLength(32, 'must have at least 32 characters')),
    null,
    'Legacy HS256 secret whose tokens are accepted too',
  ),
  BRAND_NAME: setting(text, 'Cuebook', 'Name of the product on every page and in emails'),
  BRAND_LOGO_URL: setting(webAddress, null, 'Logo in place of the wordmark'),
  TUTORIAL_URL: setting(webAddress, null, "Video behind 'Tutorial'; not shown when unset"),
  FEEDBACK_URL: setting(webAddress, null, "Form behind 'Send Feedback'; not shown when unset"),
  CONTACT_EMAIL: setting(
    v.pipe(v.string(), v.email('must be an email address')),
    null,
    "Address for questions about the services on /why-free; without it, 'Send Feedback' is offered",
  ),
  CONTACT_SYNC_URL: setting(
    webAddress,
    null,
    'Receives {email, name, sourceApp} after a sign-up; by default the function contact-sync, if there is one',
  ),
  AVATARS_URL: setting(
    avatarAddress,
    null,
    'Another source of avatars, with {style} and {seed} in it; by default they are generated here',
  ),
  PAYMENTS: setting(
    onOff,
    'off',
    'Whether the premium plan can be bought; needs its price, its secret key and its webhook secret',
  ),
  PAYMENT_PRICE_ID: setting(text, null, 'Price of the plan at the payment provider'),
  PAYMENT_PUBLIC_KEY: setting(text, null, 'Public key of that provider'),
  PAYMENT_SECRET_KEY: setting(text, null, 'Secret key of that provider'),
  PAYMENT_WEBHOOK_SECRET: setting(
    text,
    null,
    'Secret with which the provider signs POST /webhooks/payments',
  ),
  PAYMENT_API_URL: setting(webAddress, 'https://api.stripe.com', 'Address of the payment API'),
  VERSION_HISTORY_BADGE: setting(onOff, 'on', "'Coming Soon' badge on the Version History button"),
  REALTIME_CONNECTIONS: limit('10000', 'WebSocket connections to one server'),
  REALTIME_CHANNELS: limit('100', 'Channels that one connection may join'),
  REALTIME_JOINS: limit('100', 'Joins of one connection per second'),
  REALTIME_MESSAGES: limit('100', 'Realtime messages of one connection or address per second'),
  REALTIME_PAYLOAD_KB: setting(
    wholeNumber(1, 10_240),
    '256',
    'Largest payload of a broadcast or presence, in KiB',
  ),
  WEBHOOKS_PRIVATE: setting(
    onOff,
    'off',
    "Whether people's webhooks may reach private networks and this machine, and use http://",
  ),
  LOG_LEVEL: setting(
    v.picklist(['debug', 'info', 'warn', 'error'], 'must be debug, info, warn or error'),
    'info',
    'Least severe messages to log',
  ),
} as const;

type Settings = typeof settings;
type Parsed<S> =
  S extends Setting<infer Schema, infer Fallback>
    ? Fallback extends string
      ? v.InferOutput<Schema>
      : v.InferOutput<Schema> | null
    : never;

export type Config = { readonly [Name in keyof Settings]: Parsed<Settings[Name]> };

/** An invalid setting. `message` is one sentence that names it. */
export class ConfigError extends Error {
  override name = 'ConfigError';
}

/** Settings with secret values, which error messages do not show. */
const confidential = /KEY|SECRET|SMTP_URL|DATABASE_(READ_)?URL/;

/** Checks the environment and returns the frozen configuration. Throws {@link ConfigError}. */
export function readConfig(environment: Readonly<Record<string, string | undefined>>): Config {
  const config: Record<string, unknown> = {};
  for (const [name, { schema, fallback }] of Object.entries(settings)) {
    const value = environment[name]?.trim() || fallback;
    if (value === null) {
      config[name] = null;
      continue;
    }
    const result = v.safeParse(schema, value);
    if (!result.success) {
      const shown = confidential.test(name) ? '' : ` (it is '${value}')`;
      throw new ConfigError(`${name} ${result.issues[0].message}${shown}.`);
    }
    config[name] = result.output;
  }
  // Every name of `settings` was read with its own schema above, which the compiler cannot follow.
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion
  return Object.freeze(config) as Config;
}

/** Returns the rules for new passwords. */
export function passwordRules(
  config: Pick<Config, 'PASSWORD_MIN_LENGTH' | 'PASSWORD_REQUIRED'>,
): PasswordRules {
  return { minLength: config.PASSWORD_MIN_LENGTH, required: config.PASSWORD_REQUIRED };
}

/** Returns whether the server can only be reached from its own machine. */
export function listensOnLoopback(config: Config): boolean {
  return loopback.test(config.HOST);
}

/**
 * Returns whether others can reach the server: directly, or through a proxy on this machine, which
 * a public SITE_URL implies.
 */
export function isReachedByOthers(config: Config): boolean {
  if (!listensOnLoopback(config)) return true;
  return config.SITE_URL !== null && !loopback.test(new URL(config.SITE_URL).hostname);
}

/**
 * Returns whether other processes may answer requests from the same database. Only one server uses
 * an embedded PostgreSQL, but it may have several web processes.
 */
export function mayHavePeers({ DATABASE_URL, WEB_PROCESSES }: Config): boolean {
  return DATABASE_URL !== null || WEB_PROCESSES > 1;
}
