import { chmod, mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { readConfig } from '#server/config.ts';
import { loadSecrets, makeSigningKey, SecretsError } from './secrets.ts';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'cuebook-secrets-'));
});
afterEach(() => rm(folder, { recursive: true }));

function load(environment: Record<string, string> = {}) {
  return loadSecrets(readConfig({ DATA_DIR: join(folder, 'data'), ...environment }));
}

const file = () => join(folder, 'data', 'secrets.json');

describe('loadSecrets', () => {
  it('creates the secrets once, for the owner only', async () => {
    const first = await load();
    expect(await load()).toEqual(first);
    expect((await stat(file())).mode & 0o777).toBe(0o600);
    expect(await readdir(join(folder, 'data'))).toEqual(['secrets.json']);
    expect(first.signingKeys[0]).toMatchObject({ kty: 'EC', crv: 'P-256', alg: 'ES256' });
    expect(first.signingKeys[0]?.kid).toMatch(/^[0-9a-f-]{36}$/);
  });

  it('creates none for a database in use, unless configured or NEW_KEYS is set', async () => {
    await mkdir(join(folder, 'data/postgres'), { recursive: true });
    await writeFile(join(folder, 'data/postgres/PG_VERSION'), '18');
    await expect(load()).rejects.toThrow(
      /secrets\.json is missing, and the database is in use already: restore the file from a backup, .* or start once with NEW_KEYS=on/,
    );
    expect(await readdir(join(folder, 'data'))).toEqual(['postgres']);
    const stored = await load({ NEW_KEYS: 'on' });
    expect(await load()).toEqual(stored);
    expect(await load({ NEW_KEYS: 'on' })).toEqual(stored);
    await rm(file());
    const configured = {
      PUBLISHABLE_KEY: 'sb_publishable_given',
      SECRET_KEY: 'sb_secret_given',
      JWT_SIGNING_KEY: JSON.stringify(await makeSigningKey()),
    };
    expect((await load(configured)).secretKey).toBe('sb_secret_given');
  });

  it('removes read permission of others', async () => {
    await load();
    await chmod(file(), 0o644);
    await load();
    expect((await stat(file())).mode & 0o777).toBe(0o600);
  });

  it('returns the same secrets to servers that start together', async () => {
    const all = await Promise.all(Array.from({ length: 5 }, () => load()));
    expect(new Set(all.map((secrets) => JSON.stringify(secrets))).size).toBe(1);
  });

  it('prefers what the configuration gives, and keeps the old key to verify', async () => {
    const before = await load();
    const configured = await makeSigningKey();
    const after = await load({
      PUBLISHABLE_KEY: 'sb_publishable_given',
      SECRET_KEY: 'sb_secret_given',
      JWT_SIGNING_KEY: JSON.stringify(configured),
    });
    expect(after.publishableKey).toBe('sb_publishable_given');
    expect(after.secretKey).toBe('sb_secret_given');
    expect(after.signingKeys.map((key) => key.kid)).toEqual([
      configured.kid,
      before.signingKeys[0]?.kid,
    ]);
    expect(await load()).toEqual(before);
  });

  it('gives servers with the same secret key the same passwords for the database', async () => {
    const first = await load();
    const { publishableKey: PUBLISHABLE_KEY, secretKey: SECRET_KEY } = first;
    const second = await load({ DATA_DIR: join(folder, 'other'), PUBLISHABLE_KEY, SECRET_KEY });
    expect(second.authenticatorPassword).toBe(first.authenticatorPassword);
    expect(second.authAdminPassword).toBe(first.authAdminPassword);
    expect(first.authAdminPassword).not.toBe(first.authenticatorPassword);
    expect((await load({ SECRET_KEY: 'sb_secret_b' })).authAdminPassword).not.toBe(
      first.authAdminPassword,
    );
  });

  it.each([
    ['not JSON', '{"publishableKey": '],
    ['incomplete', '{"publishableKey": "x"}'],
    [
      'without a key',
      JSON.stringify({
        publishableKey: 'x',
        secretKey: 'x',
        signingKeys: [],
      }),
    ],
  ])('refuses a file that is %s, and leaves it as it is', async (_, text) => {
    await load();
    await writeFile(file(), text);
    await expect(load()).rejects.toThrow(SecretsError);
    await expect(load()).rejects.toThrow(/restore it from a backup\.$/);
    expect(await readFile(file(), 'utf8')).toBe(text);
  });

  it.each(['x', '{}', '{"kty":"RSA"}', '{"kty":"EC","crv":"P-256","x":"a","y":"b","d":"c"}'])(
    'refuses %s as a signing key',
    async (text) => {
      await expect(load({ JWT_SIGNING_KEY: text })).rejects.toThrow(
        'JWT_SIGNING_KEY must be a private key as a JWK: ES256 (EC, P-256), or RS256 (RSA, 2048 bits or more).',
      );
    },
  );

  it('refuses a file whose key is no point of the curve', async () => {
    await load();
    const text = await readFile(file(), 'utf8');
    await writeFile(file(), text.replace(/"x": "[^"]+"/, '"x": "AAAA"'));
    await expect(load()).rejects.toThrow(SecretsError);
    await expect(load()).rejects.toThrow(/is damaged at signingKeys; restore it from a backup\.$/);
  });

  it('refuses to show the secret key to everybody', async () => {
    const same = load({ PUBLISHABLE_KEY: 'sb_secret_a', SECRET_KEY: 'sb_secret_a' });
    await expect(same).rejects.toThrow('PUBLISHABLE_KEY and SECRET_KEY must differ');
  });

  it('rejects with one sentence if the folder cannot be used', async () => {
    await writeFile(join(folder, 'data'), 'a file, not a folder');
    await expect(load()).rejects.toThrow(
      /^The data directory .* cannot store the keys \(not a directory\): .*\.$/,
    );
  });

  it.runIf(process.platform === 'linux')('says so, too, where no folder can be made', async () => {
    await expect(load({ DATA_DIR: '/proc/cuebook/data' })).rejects.toThrow(
      /^The data directory \/proc\/cuebook\/data cannot store the keys \(no such file or directory\)/,
    );
  });
});
