import type { RequestListener } from 'node:http';
import { getRequestListener } from '@hono/node-server';
import { Hono } from 'hono';
import { routes } from '#contract/routes.ts';
import { buildAuth } from '#server/auth/app.ts';
import type { Background } from '#server/auth/background.ts';
import type { SigningKeys } from '#server/auth/keys.ts';
import { buildAvatars } from '#server/avatars/app.ts';
import type { Config } from '#server/config.ts';
import type { Database } from '#server/db/database.ts';
import type { CallerVerifier, HttpEnv } from '#server/http/caller.ts';
import { openToEveryOrigin } from '#server/http/cors.ts';
import { buildHealth } from '#server/http/health.ts';
import { pageHeaders } from '#server/http/page-headers.ts';
import { buildPageFiles } from '#server/http/page-files.ts';
import { bytesOfMiB, requestFrame } from '#server/http/request-frame.ts';
import { buildRuntimeConfig, runtimeConfig } from '#server/http/runtime-config.ts';
import { buildSharedPage } from '#server/http/shared-page.ts';
import { buildWebManifest } from '#server/http/web-manifest.ts';
import { whenWritten } from '#server/http/when-written.ts';
import { buildUnservedProtocols, unservedProtocols } from '#server/http/unserved-protocols.ts';
import type { Log } from '#server/log.ts';
import { buildMailboxPages } from '#server/mail/mailbox-pages.ts';
import type { Mailbox } from '#server/mail/mailbox.ts';
import type { Mailer } from '#server/mail/mailer.ts';
import type { UnsubscribeLinks } from '#server/notifications/unsubscribe-link.ts';
import { buildUnsubscribePage } from '#server/notifications/unsubscribe-page.ts';
import { buildPayments } from '#server/payments/app.ts';
import { buildRest, mountPoint } from '#server/rest/app.ts';
import { openDataInterface } from '#server/rest/data-interface.ts';
import { openFastPath } from '#server/rest/fast-path.ts';
import type { Secrets } from '#server/secrets.ts';

/** All that a server is made of. */
export interface ServerParts {
  readonly config: Config;
  readonly secrets: Secrets;
  readonly database: Database;
  readonly keys: SigningKeys;
  readonly verifier: CallerVerifier;
  readonly mailer: Mailer;
  /** Where mail is kept when no SMTP server is configured; null when one is. */
  readonly mailbox: Mailbox | null;
  /** Public address of this installation, for links in mails. */
  readonly siteUrl: string;
  readonly unsubscribeLinks: UnsubscribeLinks;
  /** Folder of the built page. */
  readonly pageFolder: string;
  readonly log: Log;
  readonly now: () => Date;
  /** Work that an answer does not wait for; a stop does. */
  readonly background: Background;
  /** bcrypt's cost for new passwords. */
  readonly passwordCost?: number;
}

const dataInterface = /^https?:\/\/[^/]*\/rest\/v1(?=[/?#]|$)/;

/**
 * Composes the server; nothing listens. The data interface is an app of its own, in front of the others, since their eighty
 * routes cost each of its requests a tenth of its time; its ordinary requests do without an app.
 */
export function build(parts: ServerParts): RequestListener {
  const answer = openDataInterface(parts);
  const data = framed(parts);
  data.use(openToEveryOrigin);
  data.route(mountPoint, buildRest(answer));
  const others = buildOthers(parts);
  const answerByApp = getRequestListener((request, env) =>
    (dataInterface.test(request.url) ? data : others).fetch(request, env),
  );
  const takesFastPath = openFastPath(answer, {
    log: parts.log,
    maxBodyBytes: bytesOfMiB(parts.config.MAX_BODY_MB),
  });
  return (incoming, outgoing) => {
    if (!takesFastPath(incoming, outgoing)) void answerByApp(incoming, outgoing);
  };
}

/** With what every request gets. */
function framed({ config, log }: ServerParts): Hono<HttpEnv> {
  const app = new Hono<HttpEnv>();
  app.use(requestFrame(log, config));
  app.onError((error, c) => {
    log.error('unexpected error', { requestId: c.get('requestId'), path: c.req.path, error });
    return c.json({ code: 'unexpected_failure', message: 'Something went wrong here.' }, 500);
  });
  return app;
}

function buildOthers(parts: ServerParts): Hono<HttpEnv> {
  const { config, secrets, database, mailbox } = parts;
  const app = framed(parts);
  if (database.beforeAnswer !== null) app.use(whenWritten(database.beforeAnswer));

  for (const prefix of ['auth', ...unservedProtocols]) {
    app.use(`/${prefix}/v1/*`, openToEveryOrigin);
  }
  app.route('/auth/v1', buildAuth(parts));
  app.route('/', buildUnservedProtocols());

  const configFor = (origin: string) =>
    runtimeConfig(config, secrets.publishableKey, mailbox !== null, origin);
  app.route('/health', buildHealth(database));
  app.route('/config.json', buildRuntimeConfig(configFor));
  app.route('/manifest.webmanifest', buildWebManifest(config.BRAND_NAME));
  app.route('/avatars', buildAvatars());
  if (config.PAYMENTS) app.route('/', buildPayments(parts));
  if (mailbox !== null) app.route('/dev', buildMailboxPages(mailbox, config.BRAND_NAME));
  app.route(
    routes.unsubscribe,
    buildUnsubscribePage(database, parts.unsubscribeLinks, config.BRAND_NAME),
  );

  app.use(pageHeaders(apiOrigins(config)));
  app.route('/p', buildSharedPage({ ...parts, brand: config.BRAND_NAME }));
  app.route('/', buildPageFiles({ pageFolder: parts.pageFolder, configFor }));
  return app;
}

/** Where the page's script may call, beside the address it came from. */
function apiOrigins({ SITE_URL, CONTACT_SYNC_URL }: Config): string[] {
  return [SITE_URL, CONTACT_SYNC_URL].flatMap((url) => (url === null ? [] : [new URL(url).origin]));
}
