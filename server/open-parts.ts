import { join } from 'node:path';
import type { ServerParts } from '#server/app.ts';
import { createBackground } from '#server/auth/background.ts';
import { createSigningKeys } from '#server/auth/keys.ts';
import type { Config } from '#server/config.ts';
import type { Database } from '#server/db/database.ts';
import { loginRoles } from '#server/db/login-roles.ts';
import { createCallerVerifier } from '#server/http/tokens.ts';
import type { Log } from '#server/log.ts';
import { openMailbox } from '#server/mail/mailbox.ts';
import { createMailer, usesLocalMailbox } from '#server/mail/mailer.ts';
import { createUnsubscribeLinks } from '#server/notifications/unsubscribe-link.ts';
import type { Secrets } from '#server/secrets.ts';

/** What is given: everything that a test chooses itself. */
export interface PartsGiven {
  readonly config: Config;
  readonly secrets: Secrets;
  readonly database: Database;
  readonly siteUrl: string;
  readonly pageFolder: string;
  readonly log: Log;
  /** bcrypt's cost for new passwords; the least when it is not given. */
  readonly passwordCost?: number;
}

/** A mail takes seconds anyway; with the local mailbox nobody from elsewhere can ask. */
const longestPauseMs = 2_000;

/** Makes the rest of a server's parts from the given ones. */
export async function openParts(given: PartsGiven): Promise<ServerParts> {
  const { config, secrets, siteUrl, log } = given;
  const keys = await createSigningKeys(secrets.signingKeys);
  const mailbox = usesLocalMailbox(config)
    ? await openMailbox(join(config.DATA_DIR, 'mailbox.jsonl'))
    : null;
  return {
    ...given,
    keys,
    mailbox,
    verifier: createCallerVerifier({
      publishableKey: secrets.publishableKey,
      secretKey: secrets.secretKey,
      keys,
      jwtSecret: config.JWT_SECRET,
      issuer: `${siteUrl}/auth/v1`,
      roles: await loginRoles(given.database),
    }),
    unsubscribeLinks: createUnsubscribeLinks(siteUrl, secrets.secretKey),
    mailer: createMailer(config, mailbox, log),
    background: createBackground(log, mailbox === null ? longestPauseMs : 0),
    now: () => new Date(),
  };
}
