import { createHash, hkdfSync, randomBytes, randomUUID } from 'node:crypto';
import { chmod, link, open, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { calculateJwkThumbprint, exportJWK, generateKeyPair, importJWK } from 'jose';
import type { JWK } from 'jose';
import * as v from 'valibot';
import type { Config } from '#server/config.ts';
import { reasonOf } from '#server/db/start-error.ts';
import { makeFolder } from '#server/make-folder.ts';

/** Keys made at the first start and kept in DATA_DIR/secrets.json (mode 0600), unless given. */
export interface Secrets {
  /** `sb_publishable_…`: names the project; stands for the role anon. */
  readonly publishableKey: string;
  /** `sb_secret_…`: stands for the role service_role. */
  readonly secretKey: string;
  /** ES256 private keys, the first signs; older ones stay to verify. Each has a `kid`. */
  readonly signingKeys: readonly JWK[];
  /** Passwords of the login roles under DATABASE_URL: servers with the same secret key share them. */
  readonly authenticatorPassword: string;
  readonly authAdminPassword: string;
}

const signingKey = v.looseObject({
  kty: v.literal('EC'),
  crv: v.literal('P-256'),
  x: v.string(),
  y: v.string(),
  d: v.string(),
  kid: v.optional(v.string()),
});

const storedSecrets = v.object({
  publishableKey: v.string(),
  secretKey: v.string(),
  signingKeys: v.pipe(v.array(signingKey), v.minLength(1)),
});

/** Secrets that cannot be read or kept; `message` is one sentence. */
export class SecretsError extends Error {
  override name = 'SecretsError';
}

/** An API key in the usual shape: prefix, 16 random bytes, and a checksum that shows a bad copy. */
export function makeApiKey(kind: 'publishable' | 'secret'): string {
  const body = `sb_${kind}_${randomBytes(16).toString('base64url')}`;
  const checksum = createHash('sha256').update(body).digest().subarray(0, 6).toString('base64url');
  return `${body}_${checksum}`;
}

/** A new private ES256 key with a kid. */
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

function passwordOf(role: string, secretKey: string): string {
  return Buffer.from(hkdfSync('sha256', secretKey, '', role, 32)).toString('base64url');
}

async function withKid(key: v.InferOutput<typeof signingKey>): Promise<JWK> {
  const { kty, crv, x, y, d } = key;
  const kid = key.kid ?? (await calculateJwkThumbprint({ kty, crv, x, y }));
  return { kty, crv, x, y, d, kid, alg: 'ES256' };
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

/** Writes beside the target and links it there: a reader sees the whole file or none, and one writer wins. */
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

function hasCode(error: unknown, code: string): boolean {
  return error instanceof Error && 'code' in error && error.code === code;
}

async function readOrMake(folder: string): Promise<v.InferOutput<typeof storedSecrets>> {
  const file = join(folder, 'secrets.json');
  try {
    return parseStored(await readFile(file, 'utf8'), file);
  } catch (error) {
    if (!hasCode(error, 'ENOENT')) throw error;
  }
  // Others may pass, as PostgreSQL must under root, but see nothing of what is inside.
  makeFolder(folder, 0o711);
  await writeOnce(folder, file, `${JSON.stringify(await makeSecrets(), null, 2)}\n`);
  return parseStored(await readFile(file, 'utf8'), file);
}

async function openKept(
  keys: v.InferOutput<typeof storedSecrets>['signingKeys'],
  file: string,
): Promise<JWK[]> {
  try {
    const kept = await Promise.all(keys.map(withKid));
    await Promise.all(kept.map((key) => importJWK(key, 'ES256')));
    return kept;
  } catch {
    throw new SecretsError(`${file} is damaged at signingKeys; restore it from a backup.`);
  }
}

async function parseGivenKey(text: string): Promise<JWK> {
  try {
    const key = await withKid(v.parse(signingKey, JSON.parse(text)));
    await importJWK(key, 'ES256');
    return key;
  } catch {
    throw new SecretsError('JWT_SIGNING_KEY must be a private ES256 key as a JWK.');
  }
}

/**
 * The secrets of this installation: those of DATA_DIR/secrets.json, which is made when it is not
 * there; what the configuration gives wins. A given signing key signs, those of the file still
 * verify, so that nobody is signed out. Throws {@link SecretsError}.
 */
export async function loadSecrets(config: Config): Promise<Secrets> {
  const folder = config.DATA_DIR;
  let stored: v.InferOutput<typeof storedSecrets>;
  try {
    stored = await readOrMake(folder);
    await chmod(join(folder, 'secrets.json'), 0o600);
  } catch (error) {
    if (error instanceof SecretsError) throw error;
    throw new SecretsError(
      `The data directory ${folder} cannot hold the keys (${reasonOf(error)}): make it readable and writable, or set DATA_DIR to another folder.`,
      { cause: error },
    );
  }
  const kept = await openKept(stored.signingKeys, join(folder, 'secrets.json'));
  const given =
    config.JWT_SIGNING_KEY === null ? null : await parseGivenKey(config.JWT_SIGNING_KEY);
  const publishableKey = config.PUBLISHABLE_KEY ?? stored.publishableKey;
  const secretKey = config.SECRET_KEY ?? stored.secretKey;
  if (publishableKey === secretKey) {
    throw new SecretsError('PUBLISHABLE_KEY and SECRET_KEY must differ: pages show the former.');
  }
  return Object.freeze({
    publishableKey,
    secretKey,
    signingKeys: given === null ? kept : [given, ...kept.filter((key) => key.kid !== given.kid)],
    authenticatorPassword: passwordOf('authenticator', secretKey),
    authAdminPassword: passwordOf('supabase_auth_admin', secretKey),
  });
}
