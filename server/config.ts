import { isIP } from 'node:net';
import * as v from 'valibot';

/**
 * Everything an installation can set. The environment is read once, by `readConfig`; the frozen
 * result is passed down. No other file of the server reads `process.env`.
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

const text = v.string();

function wholeNumber(lowest: number, highest: number) {
  return v.pipe(
    v.string(),
    v.regex(/^\d+$/, `must be a whole number from ${lowest} to ${highest}`),
    v.transform(Number),
    v.minValue(lowest, `must be at least ${lowest}`),
    v.maxValue(highest, `must be at most ${highest}`),
  );
}

const onOff = v.pipe(
  v.picklist(['on', 'off', 'true', 'false'], 'must be on or off'),
  v.transform((word) => word === 'on' || word === 'true'),
);

function address(...schemes: string[]) {
  const shown = schemes.map((scheme) => `${scheme}://`).join(' or ');
  return v.pipe(
    v.string(),
    v.check((value) => {
      const url = URL.parse(value);
      return url !== null && schemes.includes(url.protocol.slice(0, -1));
    }, `must be an address starting with ${shown}`),
  );
}

const mailServer = v.pipe(
  address('smtp', 'smtps'),
  v.check((value) => URL.parse(value)?.hostname !== '', 'must name a mail server'),
);

const webAddress = v.pipe(
  address('http', 'https'),
  v.transform((value) => value.replace(/\/+$/, '')),
);

/** Refuses payments that are switched on but cannot be taken. Throws {@link ConfigError}. */
export function checkPayments(config: Config): void {
  if (!config.PAYMENTS) return;
  const needed = ['PAYMENT_PRICE_ID', 'PAYMENT_SECRET_KEY', 'PAYMENT_WEBHOOK_SECRET'] as const;
  const missing = needed.filter((name) => config[name] === null);
  if (missing.length > 0)
    throw new ConfigError(`PAYMENTS is on, and ${missing.join(', ')} is not set.`);
}

const loopback = /^(localhost|[^.]+\.localhost|127(\.\d+){3}|::1|\[::1\])$/;

/** Whether nobody can read on the way what is sent to this address. */
export function isPrivateWay(address: string): boolean {
  const url = URL.parse(address);
  return url !== null && (url.protocol === 'https:' || loopback.test(url.hostname));
}

const trustedAddress = v.pipe(
  webAddress,
  v.check(isPrivateWay, 'must start with https://, unless it is on this machine'),
);

const avatarAddress = v.pipe(
  webAddress,
  v.check(
    (value) => value.includes('{style}') && value.includes('{seed}'),
    'must have {style} and {seed} in it',
  ),
);

const list = v.pipe(
  v.string(),
  v.transform((value) =>
    value
      .split(',')
      .map((part) => part.trim())
      .filter((part) => part !== ''),
  ),
);

/** A list of which each part passes `every`. */
function listOf(every: (part: string) => boolean, sentence: string) {
  return v.pipe(
    list,
    v.check((parts) => parts.every(every), sentence),
  );
}

/** What the parser of /rest/v1 reads at most. */
const deepestEmbed = 12;

const schemaNames = v.pipe(list, v.minLength(1, 'must name at least one schema'));
const networkAddresses = listOf((part) => isIP(part) !== 0, 'must list network addresses');
/** Patterns with * and ?, so that they cannot be parsed as addresses. */
const redirectPatterns = listOf(
  (part) =>
    /^(?!javascript:|data:|vbscript:|file:|blob:|about:)[a-z][a-z0-9+.*?-]*:\/\//i.test(part),
  'must list addresses such as https://app.example.com/**',
);

/** Name, check, default and meaning of every variable; the README's table is made from this. */
export const settings = {
  PORT: setting(wholeNumber(0, 65_535), '3000', 'Port to listen on; 0 picks a free one'),
  HOST: setting(text, '127.0.0.1', 'Address to listen on; 0.0.0.0 for every interface'),
  DATA_DIR: setting(text, './data', 'Folder for the embedded database, the keys and the mailbox'),
  SITE_URL: setting(webAddress, null, 'Public address of the installation; used in mails'),
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
  DATABASE_CONNECTIONS: setting(
    wholeNumber(1, 200),
    null,
    'Connections for /rest/v1; two per processor core by default',
  ),
  DATABASE_WAIT_SECONDS: setting(
    wholeNumber(1, 600),
    '10',
    'How long a request to /rest/v1 waits for one of them',
  ),
  API_SCHEMAS: setting(
    schemaNames,
    'public',
    'Schemas that /rest/v1 serves, the first is the default',
  ),
  MAX_ROWS: setting(wholeNumber(1, 1_000_000), '1000', 'Most rows in one answer of /rest/v1'),
  MAX_EMBED_DEPTH: setting(
    wholeNumber(0, deepestEmbed),
    String(deepestEmbed),
    'How deep embeds of /rest/v1 may nest',
  ),
  MAX_BODY_MB: setting(wholeNumber(1, 256), '16', 'Largest body of a request, in MiB'),
  SMTP_URL: setting(
    mailServer,
    null,
    'Mail server, such as smtps://user:password@mail.example.com; without it mail stays in a local mailbox',
  ),
  MAIL_FROM: setting(text, 'Cuebook <cuebook@localhost>', 'Sender of the mails'),
  CONFIRM_EMAIL: setting(onOff, 'on', 'Whether a new account must confirm its e-mail address'),
  ANONYMOUS_SIGN_IN: setting(onOff, 'off', 'Whether one may begin without an address'),
  REAUTHENTICATE_PASSWORD: setting(
    onOff,
    'off',
    'Whether a new password needs a mailed code when the sign-in is older than a day',
  ),
  OIDC_ISSUER: setting(
    trustedAddress,
    null,
    'OpenID Connect provider to sign in with; its callback is SITE_URL/auth/v1/callback',
  ),
  OIDC_CLIENT_ID: setting(text, null, 'Name of this installation at that provider'),
  OIDC_CLIENT_SECRET: setting(text, null, 'Secret there; none for a public client'),
  OIDC_NAME: setting(
    v.pipe(v.string(), v.regex(/^(custom:)?[a-z][a-z0-9_-]{0,40}$/, 'must be a short name')),
    'custom:oidc',
    'Name of that provider for clients, as in signInWithOAuth',
  ),
  OIDC_LABEL: setting(
    text,
    null,
    'Its name on the sign-in button; the host of OIDC_ISSUER by default',
  ),
  AUTH_FLOW: setting(
    v.picklist(['implicit', 'pkce'], 'must be implicit or pkce'),
    'implicit',
    'What links in mails bring to the page: a session, or a code for the browser that asked (pkce)',
  ),
  REDIRECT_URLS: setting(
    redirectPatterns,
    '',
    'More addresses that links in mails may lead to, beside SITE_URL',
  ),
  TRUSTED_PROXIES: setting(
    networkAddresses,
    '',
    'Addresses of proxies whose X-Forwarded-For is believed, such as 127.0.0.1',
  ),
  ACCESS_TOKEN_SECONDS: setting(wholeNumber(60, 604_800), '3600', 'Life of an access token'),
  PUBLISHABLE_KEY: setting(text, null, 'Publishable API key; made at the first start'),
  SECRET_KEY: setting(text, null, 'Secret API key (service role); made at the first start'),
  JWT_SIGNING_KEY: setting(text, null, 'Private ES256 key as a JWK; made at the first start'),
  JWT_SECRET: setting(
    v.pipe(v.string(), v.minLength(32, 'must have at least 32 characters')),
    null,
    'Legacy HS256 secret whose tokens are accepted too',
  ),
  BRAND_NAME: setting(text, 'Cuebook', 'Name of the product on every page and in mails'),
  BRAND_LOGO_URL: setting(webAddress, null, 'Logo in place of the wordmark'),
  TUTORIAL_URL: setting(webAddress, null, "Video behind 'Tutorial'; not shown when unset"),
  FEEDBACK_URL: setting(webAddress, null, "Form behind 'Send Feedback'; not shown when unset"),
  CONTACT_SYNC_URL: setting(webAddress, null, 'Receives {email, name, sourceApp} after a sign-up'),
  AVATARS_URL: setting(
    avatarAddress,
    null,
    'Another source of avatars, with {style} and {seed} in it; by default they are drawn here',
  ),
  PAYMENTS: setting(
    onOff,
    'off',
    'Whether the premium plan can be bought; needs its price, its secret key and its webhook secret',
  ),
  PAYMENT_PRICE_ID: setting(text, null, 'Price of the plan at the payment provider'),
  PAYMENT_PUBLIC_KEY: setting(text, null, 'Public key there'),
  PAYMENT_SECRET_KEY: setting(text, null, 'Secret key there'),
  PAYMENT_WEBHOOK_SECRET: setting(
    text,
    null,
    'What the provider signs POST /webhooks/payments with',
  ),
  PAYMENT_API_URL: setting(
    webAddress,
    'https://api.stripe.com',
    'Where the provider is asked for a checkout',
  ),
  VERSION_HISTORY_BADGE: setting(onOff, 'on', "'Coming Soon' badge on the Version History button"),
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

/** A setting that cannot be used; `message` is one sentence that names it. */
export class ConfigError extends Error {
  override name = 'ConfigError';
}

/** Settings whose values hold secrets and are not shown. */
const confidential = /KEY|SECRET|SMTP_URL|DATABASE_(READ_)?URL/;

/** Checks the environment and returns the frozen configuration. Throws {@link ConfigError}. */
export function readConfig(environment: Readonly<Record<string, string | undefined>>): Config {
  const config: Record<string, unknown> = {};
  for (const [name, { schema, fallback }] of Object.entries(settings)) {
    const given = environment[name]?.trim() || fallback;
    if (given === null) {
      config[name] = null;
      continue;
    }
    const result = v.safeParse(schema, given);
    if (!result.success) {
      const shown = confidential.test(name) ? '' : ` (it is '${given}')`;
      throw new ConfigError(`${name} ${result.issues[0].message}${shown}.`);
    }
    config[name] = result.output;
  }
  // Every name of `settings` was read with its own schema above; the compiler cannot follow that.
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion
  return Object.freeze(config) as Config;
}

/** Whether the server can only be reached from its own machine. */
export function listensOnLoopback(config: Config): boolean {
  return loopback.test(config.HOST);
}

/**
 * Whether others can reach the server: directly, or through a proxy on this machine, which a public
 * SITE_URL tells of.
 */
export function isReachedByOthers(config: Config): boolean {
  if (!listensOnLoopback(config)) return true;
  return config.SITE_URL !== null && !loopback.test(new URL(config.SITE_URL).hostname);
}

/**
 * Refuses a server that others can reach while nobody could confirm an address, and mails would
 * lead nowhere. Throws {@link ConfigError}.
 */
export function checkExposure(config: Config): void {
  if (!isReachedByOthers(config)) return;
  if (config.SMTP_URL === null && config.CONFIRM_EMAIL) {
    const reason = listensOnLoopback(config) ? 'SITE_URL' : `HOST ${config.HOST}`;
    throw new ConfigError(
      `${reason} can be reached by others, and without a mail server nobody could confirm an address: set SMTP_URL, or CONFIRM_EMAIL=off.`,
    );
  }
  if (config.SMTP_URL !== null && config.SITE_URL === null) {
    throw new ConfigError(
      'SITE_URL must be set when HOST can be reached by others: links in mails need it.',
    );
  }
}
