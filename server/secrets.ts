import { createHash, hkdfSync, randomBytes, randomUUID } from 'node:crypto';
import { chmod, link, open, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { exportJWK, generateKeyPair, type JWK } from 'jose';
import * as v from 'valibot';
import { hasCode, ifExists } from '#contract/if-exists.ts';
import type { Config } from '#server/config.ts';
import { holdsInstallation } from './db/setup/holds-installation.ts';
import type { LoginPasswords } from './db/setup/open-database.ts';
import { DatabaseStartError, reasonOf } from './db/setup/start-error.ts';
import { makeFolder } from '#server/make-folder.ts';
import { completeSigningKey, openSigningKey, signingKey } from '#server/signing-key.ts';

/**
 * The keys of an installation. Generated at the first start and stored in DATA_DIR/secrets.json
 * (mode 0600), unless configured.
 */
export interface Secrets extends LoginPasswords {
  /** `sb_publishable_…`: the public API key; stands for the role anon. */
  readonly publishableKey: string;
  /** `sb_secret_…`: the secret API key; stands for the role service_role. */
  readonly secretKey: string;
  /** Private keys (ES256 or RS256), each with a `kid`. The first signs; older ones only verify. */
  readonly signingKeys: readonly JWK[];
}

const storedSecrets = v.object({
  publishableKey: v.string(),
  secretKey: v.string(),
  signingKeys: v.pipe(v.array(signingKey), v.minLength(1)),
});

/** Secrets that cannot be read or stored. `message` is one sentence. */
export class SecretsError extends Error {
  override name = 'SecretsError';
}

/**
 * Creates an API key in Supabase's shape: prefix, 16 random bytes, and a checksum that reveals a
 * bad copy.
 */
export function makeApiKey(kind: 'publishable' | 'secret'): string {
  const body = `sb_${kind}_${randomBytes(16).toString('base64url')}`;
  const checksum = createHash('sha256').update(body).digest().subarray(0, 6).toString('base64url');
  return `${body}_${checksum}`;
}

/** Creates a private ES256 key with a `kid`. */
export async function makeSigningKey(): Promise<JWK> {
  const { privateKey } = await generateKeyPair('ES256', { extractable: true });
  return { ...(await exportJWK(privateKey)), kid: randomUUID(), alg: 'ES256' };
}

async function makeSecrets(): Promise<object> {
  return {
    publishableKey: makeApiKey('publishable'),
    secretKey: makeApiKey('secret'),
    signingKeys: [await makeSigningKey()],
  };
}

function derivePassword(role: string, secretKey: string): string {
  return Buffer.from(hkdfSync('sha256', secretKey, '', role, 32)).toString('base64url');
}

function parseStored(text: string, file: string): v.InferOutput<typeof storedSecrets> {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    throw new SecretsError(`${file} is not readable as JSON; restore it from a backup.`);
  }
  const result = v.safeParse(storedSecrets, value);
  if (!result.success) {
    const where = v.getDotPath(result.issues[0]) ?? 'its content';
    throw new SecretsError(`${file} is damaged at ${where}; restore it from a backup.`);
  }
  return result.output;
}

/**
 * Writes a temporary file and links it to the target. A reader sees the whole file or none, and one
 * writer wins.
 */
async function writeOnce(folder: string, file: string, text: string): Promise<void> {
  const draft = join(folder, `.secrets-${process.pid}-${randomUUID()}.json`);
  const handle = await open(draft, 'wx', 0o600);
  try {
    await handle.writeFile(text);
    await handle.sync();
  } finally {
    await handle.close();
  }
  try {
    await link(draft, file);
  } catch (error) {
    if (!hasCode(error, 'EEXIST')) throw error;
  } finally {
    await rm(draft, { force: true });
  }
}

/**
 * Throws if keys would be generated for a database in use, which would sign everybody out without
 * notice. All keys may be configured instead, or NEW_KEYS set.
 */
async function refuseLostKeys(config: Config, file: string): Promise<void> {
  const { PUBLISHABLE_KEY, SECRET_KEY, JWT_SIGNING_KEY, NEW_KEYS } = config;
  const areConfigured = [PUBLISHABLE_KEY, SECRET_KEY, JWT_SIGNING_KEY].every((key) => key !== null);
  if (areConfigured || NEW_KEYS || !(await holdsInstallation(config))) return;
  throw new SecretsError(
    `${file} is missing, and the database is in use already: restore the file from a backup, or set PUBLISHABLE_KEY, SECRET_KEY and JWT_SIGNING_KEY to its keys, or start once with NEW_KEYS=on, which signs everybody out.`,
  );
}

async function readOrMake(
  config: Config,
  make: boolean,
): Promise<v.InferOutput<typeof storedSecrets>> {
  const folder = config.DATA_DIR;
  const file = join(folder, 'secrets.json');
  const text = await ifExists(readFile(file, 'utf8'));
  if (text !== null) return parseStored(text, file);
  if (!make) {
    throw new SecretsError(
      `There is no ${file}: set DATA_DIR to the folder of the running server.`,
    );
  }
  await refuseLostKeys(config, file);
  // Other users may pass through, as PostgreSQL must under root, but cannot list the content.
  makeFolder(folder, 0o711);
  await writeOnce(folder, file, `${JSON.stringify(await makeSecrets(), null, 2)}\n`);
  return parseStored(await readFile(file, 'utf8'), file);
}

async function completeStoredKeys(
  keys: v.InferOutput<typeof storedSecrets>['signingKeys'],
  file: string,
): Promise<JWK[]> {
  try {
    const storedKeys = await Promise.all(keys.map(completeSigningKey));
    await Promise.all(storedKeys.map(openSigningKey));
    return storedKeys;
  } catch {
    throw new SecretsError(`${file} is damaged at signingKeys; restore it from a backup.`);
  }
}

async function parseConfiguredKey(text: string): Promise<JWK> {
  try {
    const key = await completeSigningKey(v.parse(signingKey, JSON.parse(text)));
    await openSigningKey(key);
    return key;
  } catch {
    throw new SecretsError(
      'JWT_SIGNING_KEY must be a private key as a JWK: ES256 (EC, P-256), or RS256 (RSA, 2048 bits or more).',
    );
  }
}

/**
 * Returns the secrets of this installation: those of DATA_DIR/secrets.json, overridden by the
 * configuration. A missing file is created unless `make` is false. A configured key signs; those of
 * the file still verify, so nobody is signed out. Throws a {@link SecretsError}.
 */
export async function loadSecrets(
  config: Config,
  { make = true }: { readonly make?: boolean } = {},
): Promise<Secrets> {
  const folder = config.DATA_DIR;
  let stored: v.InferOutput<typeof storedSecrets>;
  try {
    stored = await readOrMake(config, make);
    await chmod(join(folder, 'secrets.json'), 0o600);
  } catch (error) {
    if (error instanceof SecretsError || error instanceof DatabaseStartError) throw error;
    throw new SecretsError(
      `The data directory ${folder} cannot store the keys (${reasonOf(error)}): make it readable and writable, or set DATA_DIR to another folder.`,
      { cause: error },
    );
  }
  const storedKeys = await completeStoredKeys(stored.signingKeys, join(folder, 'secrets.json'));
  const configuredKey =
    config.JWT_SIGNING_KEY === null ? null : await parseConfiguredKey(config.JWT_SIGNING_KEY);
  const publishableKey = config.PUBLISHABLE_KEY ?? stored.publishableKey;
  const secretKey = config.SECRET_KEY ?? stored.secretKey;
  if (publishableKey === secretKey) {
    throw new SecretsError(
      'PUBLISHABLE_KEY and SECRET_KEY must differ: the publishable key is public.',
    );
  }
  return Object.freeze({
    publishableKey,
    secretKey,
    signingKeys:
      configuredKey === null
        ? storedKeys
        : [configuredKey, ...storedKeys.filter((key) => key.kid !== configuredKey.kid)],
    authenticatorPassword: derivePassword('authenticator', secretKey),
    authAdminPassword: derivePassword('supabase_auth_admin', secretKey),
  });
}
