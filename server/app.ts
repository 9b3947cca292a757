import type { IncomingMessage, RequestListener } from 'node:http';
import { getRequestListener } from '@hono/node-server';
import { Hono } from 'hono';
import { mcpPath, programsPath, routes } from '#contract/routes.ts';
import { buildAuth } from '#server/auth/app.ts';
import { buildOAuthMetadata } from '#server/auth/oauth/metadata.ts';
import type { Background } from '#server/auth/background.ts';
import type { SigningKeys } from './auth/tokens/keys.ts';
import { buildAvatars } from '#server/avatars/app.ts';
import type { Config } from '#server/config.ts';
import type { Database } from '#server/db/database.ts';
import { isDatabaseUnavailable } from './db/errors/is-unavailable.ts';
import { takeTurns } from './http/caller/address-turns.ts';
import type { ProgramVerifier } from './http/caller/access-tokens.ts';
import type { CallerVerifier, HttpEnv } from './http/caller/caller.ts';
import { addressOfIncoming, addressSubject } from './http/caller/client-address.ts';
import { allowOrigins, corsHeaders } from '#server/http/cors.ts';
import { buildFunctions, type Functions } from '#server/functions/app.ts';
import { buildHealth } from '#server/http/health.ts';
import { pageHeaders } from './http/pages/page-headers.ts';
import { buildLivePages } from './http/pages/live-pages.ts';
import { buildPageFiles } from './http/pages/page-files.ts';
import { createBuildReader } from './http/pages/page-renderer.ts';
import { logUnexpected, mebibytes, requestMiddleware } from './http/request-middleware.ts';
import { buildRuntimeConfig, runtimeConfig } from './http/pages/runtime-config.ts';
import { securityHeaders } from '#server/http/security-headers.ts';
import { buildWebManifest } from './http/pages/web-manifest.ts';
import { waitForReplica } from './http/wait-for-replica.ts';
import type { Log } from '#server/log.ts';
import { createPlainPages } from '#server/http/pages/plain-page.ts';
import { buildMcp } from './mcp/app.ts';
import type { McpEndpoint } from './mcp/endpoint.ts';
import { buildMailboxPages } from '#server/mail/mailbox-pages.ts';
import type { Mailbox } from '#server/mail/mailbox.ts';
import type { Mailer } from '#server/mail/mailer.ts';
import type { UnsubscribeLinks } from '#server/notifications/unsubscribe-link.ts';
import { buildUnsubscribePage } from '#server/notifications/unsubscribe-page.ts';
import { buildReleases } from '#server/releases/app.ts';
import { createRealtime, type Realtime } from '#server/realtime/create-realtime.ts';
import { buildPayments } from '#server/payments/app.ts';
import { buildRest, mountPoint } from '#server/rest/app.ts';
import { createRestHandler } from './rest/rest-handler.ts';
import { openFastPath } from '#server/rest/fast-path.ts';
import type { Secrets } from '#server/secrets.ts';
import { buildStorage } from '#server/storage/app.ts';
import type { ByteStore } from './storage/bytes/byte-store.ts';
import { createUrlTokens, signReadPath } from './storage/url-tokens.ts';

/** The parts that a server is built from. */
export interface ServerDependencies {
  readonly config: Config;
  readonly secrets: Secrets;
  readonly database: Database;
  readonly keys: SigningKeys;
  readonly verifier: CallerVerifier;
  /** Also accepts personal access tokens, and apps' tokens for the site's origin: /rest/v1, /api/v1. */
  readonly programVerifier: ProgramVerifier;
  /** Also accepts personal access tokens, and apps' tokens for /mcp. */
  readonly mcpVerifier: ProgramVerifier;
  readonly mailer: Mailer;
  /** The bytes of /storage/v1. */
  readonly byteStore: ByteStore;
  /** The local mailbox if no SMTP server is configured, else null. */
  readonly mailbox: Mailbox | null;
  /** The public address of this installation, for links in mails. */
  readonly siteUrl: string;
  readonly unsubscribeLinks: UnsubscribeLinks;
  /** The folder of the built page. */
  readonly pageFolder: string;
  readonly log: Log;
  readonly now: () => Date;
  /** Work that a response does not wait for, but a shutdown does. */
  readonly background: Background;
  /** The bcrypt cost for new passwords. */
  readonly passwordCost?: number;
  /** How long a 429 of the auth API waits before it is sent, in milliseconds. */
  readonly refusalDelayMs?: number;
}

const storageUrl = /^https?:\/\/[^/]*\/storage\/v1(?=[/?#]|$)/;
const restUrl = /^https?:\/\/[^/]*\/rest\/v1(?=[/?#]|$)/;

/** The server's handlers. */
export interface App {
  readonly handleRequest: RequestListener;
  /** Handles upgrades to WebSockets; must be closed before the database. */
  readonly realtime: Realtime;
  readonly functions: Functions;
  /** Has open streams, which must be closed before the server. */
  readonly mcp: McpEndpoint;
}

/**
 * Builds the server's handlers. The REST API is an app of its own, before the others. Their
 * eighty routes would cost each of its requests a tenth of its time. Ordinary REST requests take
 * the fast path, without an app.
 */
export function buildApp(parts: ServerDependencies): App {
  const realtime = createRealtime(parts);
  const restHandler = createRestHandler(parts);
  const restApp = createApp(parts);
  restApp.use(allowOrigins(parts.config.CORS_ORIGINS, 200));
  restApp.route(mountPoint, buildRest(restHandler));
  // Uploads have limits of their own.
  const storageApp = createApp(parts, { limitsBody: false });
  storageApp.use(allowOrigins(parts.config.CORS_ORIGINS));
  storageApp.route('/storage/v1', buildStorage(parts));
  const functions = buildFunctions(parts);
  const mcp = buildMcp(parts, realtime);
  const otherApps = buildOthers(parts, { realtime, functions, mcp });
  const appFor = (url: string) => {
    if (restUrl.test(url)) return restApp;
    return storageUrl.test(url) ? storageApp : otherApps;
  };
  const handleByApp = getRequestListener((request, env) => appFor(request.url).fetch(request, env));
  const headers = securityHeaders(parts.config);
  const takesFastPath = openFastPath(restHandler, {
    headers,
    corsHeaders: corsHeaders(parts.config.CORS_ORIGINS),
    log: parts.log,
    maxBodyBytes: mebibytes(parts.config.MAX_BODY_MB),
    trustedProxies: parts.config.TRUSTED_PROXIES,
  });
  const handleRequest: RequestListener = (incoming, outgoing) => {
    if (takesFastPath(incoming, outgoing)) return;
    for (const [name, value] of Object.entries(headers)) outgoing.setHeader(name, value);
    void handleByApp(incoming, outgoing);
  };
  const subjectOf = (incoming: IncomingMessage) =>
    addressSubject(addressOfIncoming(incoming, parts.config.TRUSTED_PROXIES));
  return { handleRequest: takeTurns(handleRequest, subjectOf), realtime, functions, mcp };
}

/** Creates an app with the middleware and error responses of every request. */
function createApp(
  { config, log }: ServerDependencies,
  { limitsBody } = { limitsBody: true },
): Hono<HttpEnv> {
  const app = new Hono<HttpEnv>();
  app.use(requestMiddleware(log, config, limitsBody));
  app.onError((error, c) => {
    if (isDatabaseUnavailable(error)) {
      log.warn('the database did not answer', {
        requestId: c.get('requestId'),
        path: c.req.path,
        error,
      });
      const message = 'The database is not responding. Please try again in a moment.';
      return c.json({ code: 'database_unavailable', message }, 503, { 'retry-after': '10' });
    }
    logUnexpected(log, c, 'unexpected error', error);
    return c.json({ code: 'unexpected_failure', message: 'Something went wrong here.' }, 500);
  });
  return app;
}

function buildOthers(
  parts: ServerDependencies,
  { realtime, functions, mcp }: Pick<App, 'realtime' | 'functions' | 'mcp'>,
): Hono<HttpEnv> {
  const { config, secrets, database, mailbox } = parts;
  const app = createApp(parts);
  if (database.beforeAnswer !== null) app.use(waitForReplica(database.beforeAnswer));

  const crossOrigin = allowOrigins(config.CORS_ORIGINS);
  for (const prefix of ['auth', 'realtime', 'functions', 'graphql']) {
    app.use(`/${prefix}/v1/*`, crossOrigin);
  }
  app.use(`${programsPath}/*`, crossOrigin);
  app.route('/auth/v1', buildAuth(parts));
  app.route(programsPath, buildReleases(parts));
  app.route('/', buildOAuthMetadata(parts.siteUrl, config.BRAND_NAME));
  app.route('/realtime/v1', realtime.routes);
  app.route('/functions/v1', functions.routes);
  app.use(mcpPath, crossOrigin);
  app.route(mcpPath, mcp.routes);
  app.all('/graphql/v1/*', (c) =>
    c.json({ errors: [{ message: 'GraphQL is not served here.' }] }, 501),
  );

  const features = {
    localMailbox: mailbox !== null,
    contactFunction: functions.has('contact-sync'),
  };
  const configFor = (origin: string) =>
    runtimeConfig(config, secrets.publishableKey, features, origin);
  app.route('/health', buildHealth(database));
  app.route('/config.json', buildRuntimeConfig(configFor));
  app.route('/manifest.webmanifest', buildWebManifest(config.BRAND_NAME));
  app.route('/avatars', buildAvatars());
  if (config.PAYMENTS) app.route('/', buildPayments(parts));
  const plainPages = createPlainPages(parts.pageFolder, config.BRAND_NAME);
  if (mailbox !== null)
    app.route('/dev', buildMailboxPages(mailbox, config.BRAND_NAME, plainPages));
  app.route(
    routes.unsubscribe,
    buildUnsubscribePage(database, parts.unsubscribeLinks, config.BRAND_NAME, plainPages),
  );

  const apiOrigins = originsOf(config.SITE_URL, config.CONTACT_SYNC_URL);
  const imageOrigins = originsOf(config.BRAND_LOGO_URL, config.AVATARS_URL);
  app.use(pageHeaders(apiOrigins, imageOrigins));
  const readBuild = createBuildReader(parts.pageFolder);
  const urlTokens = createUrlTokens(parts.keys, parts.now);
  const signFile = async (objectName: string, isThumbnail: boolean) => {
    const transform = isThumbnail ? ({ width: 80, height: 80, resize: 'cover' } as const) : {};
    return `/storage/v1${await signReadPath(urlTokens, `attachments/${objectName}`, transform, 60)}`;
  };
  app.route(
    '/',
    buildLivePages({ ...parts, readBuild, configFor, brand: config.BRAND_NAME, signFile }),
  );
  app.route('/', buildPageFiles({ pageFolder: parts.pageFolder, readBuild, configFor }));
  return app;
}

function originsOf(...urls: readonly (string | null)[]): string[] {
  return urls.flatMap((url) => (url === null ? [] : [new URL(url).origin]));
}
