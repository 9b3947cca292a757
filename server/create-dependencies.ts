import { mcpPath } from '#contract/routes.ts';
import type { ServerDependencies } from './app.ts';
import { createBackground } from './auth/background.ts';
import { createSigningKeys } from './auth/tokens/keys.ts';
import type { Config } from './config.ts';
import { asCaller } from '#server/current-caller.ts';
import type { Database } from './db/database.ts';
import { loginRoles } from './db/setup/login-roles.ts';
import { createCallerVerifier } from './http/caller/tokens.ts';
import type { Log } from './log.ts';
import { mailboxFolder, openMailbox } from './mail/mailbox.ts';
import { createMailer, usesLocalMailbox } from './mail/mailer.ts';
import { createByteStore } from './storage/bytes/create-byte-store.ts';
import { createUnsubscribeLinks } from './notifications/unsubscribe-link.ts';
import { createProgramVerifiers } from './http/caller/access-tokens.ts';
import type { Claims } from './http/caller/caller.ts';
import type { Secrets } from './secrets.ts';

/** The parts that a caller (a test, for example) chooses itself. */
export interface DependencyOptions {
  readonly config: Config;
  readonly secrets: Secrets;
  readonly database: Database;
  readonly siteUrl: string;
  readonly pageFolder: string;
  readonly log: Log;
  /** The bcrypt cost for new passwords; the minimum by default. */
  readonly passwordCost?: number;
}

/**
 * The longest random delay of background work. Mail takes seconds anyway. The local mailbox needs
 * no delay, because no other machine can use it.
 */
const maxBackgroundDelayMs = 2_000;

/** Returns the claims of an access token by its hash; null if it isn't valid. */
async function findTokenClaims(database: Database, hash: Buffer): Promise<Claims | null> {
  const text = 'select private.access_token_claims($1) as claims';
  const { rows } = await asCaller(hash.toString('base64'), () =>
    database.owner.query<{ claims: Claims | null }>(text, [hash]),
  );
  return rows[0]?.claims ?? null;
}

/** Creates the remaining parts of a server. */
export async function createDependencies(options: DependencyOptions): Promise<ServerDependencies> {
  const { config, secrets, siteUrl, log } = options;
  const keys = await createSigningKeys(secrets.signingKeys);
  const mailbox = usesLocalMailbox(config)
    ? await openMailbox(mailboxFolder(config.DATA_DIR))
    : null;
  const verifier = createCallerVerifier({
    publishableKey: secrets.publishableKey,
    secretKey: secrets.secretKey,
    keys,
    jwtSecret: config.JWT_SECRET,
    issuer: `${siteUrl}/auth/v1`,
    roles: await loginRoles(options.database),
  });
  const now = () => new Date();
  const programVerifierFor = createProgramVerifiers({
    verifier,
    findClaims: (hash) => findTokenClaims(options.database, hash),
    now,
  });
  const { origin } = new URL(siteUrl);
  return {
    ...options,
    keys,
    mailbox,
    byteStore: createByteStore(config),
    verifier,
    programVerifier: programVerifierFor(origin),
    mcpVerifier: programVerifierFor(`${origin}${mcpPath}`),
    unsubscribeLinks: createUnsubscribeLinks(siteUrl, secrets.secretKey),
    mailer: createMailer(config, mailbox, log),
    background: createBackground(log, mailbox === null ? maxBackgroundDelayMs : 0),
    now,
  };
}
