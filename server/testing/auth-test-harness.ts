import { randomBytes, randomUUID } from 'node:crypto';
import { createAdaptorServer } from '@hono/node-server';
import { Hono } from 'hono';
import { buildAuth } from '#server/auth/app.ts';
import { createBackground } from '#server/auth/background.ts';
import type { AuthDeps } from '#server/auth/services.ts';
import { createSigningKeys, type SigningKeys } from '#server/auth/tokens/keys.ts';
import { readConfig } from '#server/config.ts';
import type { HttpEnv } from '#server/http/caller/caller.ts';
import { createCallerVerifier } from '#server/http/caller/tokens.ts';
import { listen } from '#server/http/listen.ts';
import { createLog } from '#server/log.ts';
import type { Mail } from '#server/mail/mail.ts';
import type { Mailer } from '#server/mail/mailer.ts';
import { makeApiKey, makeSigningKey } from '#server/secrets.ts';
import { cheapPasswordCost } from './cheap-password-cost.ts';
import { createTestDatabase, type TestDatabase } from './test-database.ts';

export interface AuthResponse {
  readonly status: number;
  readonly headers: Headers;
  /** The JSON object; empty if the body is anything else. */
  readonly body: Record<string, unknown>;
  readonly text: string;
}

interface RequestOptions {
  readonly body?: unknown;
  /** The caller's access token. */
  readonly token?: string;
  readonly headers?: Readonly<Record<string, string>>;
  /** The client's network address. */
  readonly from?: string;
}

/**
 * The auth API with its own database, its sent mails, and a simulated clock. Each request advances
 * the clock by a millisecond, so that timestamps keep the order of requests. Rate limits and expiry
 * thus do not depend on the speed of the machine.
 */
export interface AuthTestHarness {
  readonly database: TestDatabase;
  readonly keys: SigningKeys;
  readonly publishableKey: string;
  readonly secretKey: string;
  readonly siteUrl: string;
  /** Sent mails, oldest first. */
  readonly mails: Mail[];
  /** The log output, as text. */
  readonly logged: string[];
  /** Makes the mail server refuse `times` mails, by default all, or accept mail again. */
  failMail(failing: Error | null, times?: number): void;
  advance(milliseconds: number): void;
  now(): Date;
  /** Rebuilds the auth API with a new signing key before the older ones. */
  rotateKeys(): Promise<void>;
  send(method: string, path: string, sent?: RequestOptions): Promise<AuthResponse>;
  /** Exchanges a refresh token. */
  refresh(token: unknown): Promise<AuthResponse>;
  /** Resolves when no background task is running. */
  whenIdle(): Promise<void>;
  /** Serves over HTTP and returns the URL of /auth/v1. */
  listen(): Promise<string>;
  stop(): Promise<void>;
}

export interface AuthTestHarnessOptions {
  readonly environment?: Readonly<Record<string, string>>;
  /** Whether mail stays in the local mailbox, which raises the mail limits. */
  readonly localMail?: boolean;
  /** Replaces requests to addresses that strangers chose. */
  readonly fetchUntrusted?: AuthDeps['fetchUntrusted'];
}

function parse(text: string): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null ? { ...value } : {};
  } catch {
    return {};
  }
}

export async function createAuthTestHarness(
  options: AuthTestHarnessOptions = {},
): Promise<AuthTestHarness> {
  const config = readConfig(options.environment ?? {});
  const database = await createTestDatabase();
  let jwks = [await makeSigningKey()];
  let keys = await createSigningKeys(jwks);
  const siteUrl = config.SITE_URL ?? 'http://localhost:3000';
  const publishableKey = makeApiKey('publishable');
  const secretKey = makeApiKey('secret');
  const mails: Mail[] = [];
  const logged: string[] = [];
  const log = createLog('debug', (line) => logged.push(line));
  const background = createBackground(log);
  // Start at a full half minute, because codes of a second factor change with each one.
  let time = Math.ceil(Date.now() / 30_000) * 30_000;
  let failing: Error | null = null;
  let failures = Infinity;
  const now = () => new Date(time);
  const mailer: Mailer = {
    local: options.localMail ?? true,
    send: (mail) => {
      if (failing !== null && failures > 0) {
        failures -= 1;
        return Promise.reject(failing);
      }
      mails.push(mail);
      return Promise.resolve();
    },
    ready: () => (failing === null ? Promise.resolve() : Promise.reject(failing)),
    close: () => undefined,
  };
  function build(): Hono<HttpEnv> {
    const verifier = createCallerVerifier({
      keys,
      publishableKey,
      secretKey,
      jwtSecret: config.JWT_SECRET,
      issuer: `${siteUrl}/auth/v1`,
      now,
    });
    const root = new Hono<HttpEnv>();
    root.use(async (c, next) => {
      time += 1;
      c.set('requestId', randomUUID());
      c.set('clientAddress', c.req.header('x-test-address') ?? '127.0.0.1');
      await next();
    });
    const auth = buildAuth({
      config,
      database: database.database,
      keys,
      verifier,
      mailer,
      siteUrl,
      log,
      now,
      background,
      passwordCost: cheapPasswordCost,
      refusalDelayMs: 0,
      ...(options.fetchUntrusted === undefined ? {} : { fetchUntrusted: options.fetchUntrusted }),
    });
    return root.route('/auth/v1', auth);
  }
  let app = build();
  const server = createAdaptorServer({ fetch: (request) => app.fetch(request) });

  const harness: AuthTestHarness = {
    database,
    get keys() {
      return keys;
    },
    publishableKey,
    secretKey,
    siteUrl,
    mails,
    logged,
    failMail: (error, times = Infinity) => {
      failing = error;
      failures = times;
    },
    advance: (milliseconds) => void (time += milliseconds),
    now,
    async rotateKeys() {
      jwks = [await makeSigningKey(), ...jwks];
      keys = await createSigningKeys(jwks);
      app = build();
    },
    async send(method, path, { body, token, headers = {}, from } = {}) {
      const response = await app.request(`http://irrelevant.example/auth/v1${path}`, {
        method,
        headers: {
          apikey: publishableKey,
          'x-supabase-api-version': '2024-01-01',
          ...(body === undefined ? {} : { 'content-type': 'application/json' }),
          ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
          ...(from === undefined ? {} : { 'x-test-address': from }),
          ...headers,
        },
        ...(body === undefined
          ? {}
          : { body: typeof body === 'string' ? body : JSON.stringify(body) }),
      });
      const text = await response.text();
      return { status: response.status, headers: response.headers, body: parse(text), text };
    },
    refresh: (token) =>
      harness.send('POST', '/token?grant_type=refresh_token', { body: { refresh_token: token } }),
    whenIdle: () => background.idle(),
    async listen() {
      return `http://127.0.0.1:${await listen(server, '127.0.0.1', 0)}/auth/v1`;
    },
    async stop() {
      await background.idle();
      if (server.listening) await new Promise((resolve) => server.close(resolve));
      await database.drop();
    },
  };
  return harness;
}

/** Returns an unused address. */
export function freshEmail(): string {
  return `person-${randomBytes(6).toString('hex')}@example.com`;
}

export const goodPassword = 'Curtain-Call-7';

/** Returns the verification link in a mail. */
export function linkIn(mail: Mail | undefined): URL {
  const link = /https?:\/\/\S+\/auth\/v1\/verify\S+/.exec(mail?.text ?? '')?.[0];
  if (link === undefined) throw new Error(`There is no link in: ${mail?.text}`);
  return new URL(link);
}

export function codeIn(mail: Mail | undefined): string {
  const code = /\b\d{6}\b/.exec(mail?.text ?? '')?.[0];
  if (code === undefined) throw new Error(`There is no code in: ${mail?.text}`);
  return code;
}

/** Returns the parameters in the fragment of a redirect. */
export function fragmentOf(response: AuthResponse): URLSearchParams {
  return new URLSearchParams(new URL(response.headers.get('location') ?? '').hash.slice(1));
}

/** Opens a link as a browser does, without an API key. */
export function openLink(harness: AuthTestHarness, link: URL): Promise<AuthResponse> {
  return harness.send('GET', `/verify${link.search}`, { headers: { apikey: '' } });
}

export interface Person {
  readonly email: string;
  readonly id: string;
  readonly accessToken: string;
  readonly refreshToken: string;
}

/** Signs up a person, opens the link in their mail, and returns their session. */
export async function createPerson(
  harness: AuthTestHarness,
  email = freshEmail(),
): Promise<Person> {
  const body = { email, password: goodPassword, data: {} };
  const signedUp = await harness.send('POST', '/signup', { body });
  if (signedUp.status !== 200) throw new Error(`Sign-up failed: ${signedUp.text}`);
  const opened = await openLink(
    harness,
    linkIn(harness.mails.findLast((mail) => mail.to === email)),
  );
  const fragment = fragmentOf(opened);
  return {
    email,
    id: String(signedUp.body['id']),
    accessToken: fragment.get('access_token') ?? '',
    refreshToken: fragment.get('refresh_token') ?? '',
  };
}
