import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { MFAVerifyWebauthnParams } from '@supabase/auth-js';
import { createClient, type RealtimeChannel } from '@supabase/supabase-js';
import sharp from 'sharp';
import * as tus from 'tus-js-client';
import * as v from 'valibot';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { goodPassword } from '#server/testing/auth-test-harness.ts';
import { subscribe } from '#server/testing/realtime-client.ts';
import { type ServerProcess, startServerProcess } from '#server/testing/server-processes.ts';
import { SoftwareAuthenticator } from '#server/testing/software-authenticator.ts';

/**
 * The calls of supabase-js, unmodified, against a server process on an empty folder. Their details
 * are tested in the rooms of the protocols.
 */
let server: ServerProcess;
let functions: string;
let keys: { readonly publishableKey: string; readonly secretKey: string };
let operator: Client;
let ada: Client;
let adaId: string;

type Client = ReturnType<typeof newClient>;

const site = 'http://localhost:3000';
const fileOfKeys = v.object({ publishableKey: v.string(), secretKey: v.string() });

function newClient(key: string, vsn: '1.0.0' | '2.0.0' = '2.0.0') {
  return createClient(server.url, key, {
    auth: { persistSession: false, autoRefreshToken: false, experimental: { passkey: true } },
    realtime: { vsn },
  });
}

async function signUp(email: string, vsn?: '1.0.0' | '2.0.0') {
  const client = newClient(keys.publishableKey, vsn);
  const { data, error } = await client.auth.signUp({ email, password: goodPassword });
  if (error !== null) throw error;
  return { client, id: data.user?.id ?? '', token: data.session?.access_token ?? '' };
}

/** The client passes bytes to the browser, which the authenticator gets as text. */
function toBase64Url(bytes: unknown): string {
  if (!(bytes instanceof ArrayBuffer)) throw new TypeError('The client passes no bytes.');
  return Buffer.from(bytes).toString('base64url');
}

type BrowserCredential = Extract<
  MFAVerifyWebauthnParams<'create'>['webauthn'],
  { type: 'create' }
>['credential_response'];

/** Returns a new credential as a browser does: an object that becomes its JSON. */
function asBrowserObject(credential: object): BrowserCredential {
  return { toJSON: () => credential } as BrowserCredential;
}

/** Returns the data of a successful call, and throws the error of another. */
async function succeed<Data>(
  call: PromiseLike<{ readonly data: Data; readonly error: Error | null }>,
): Promise<NonNullable<Data>> {
  const { data, error } = await call;
  if (error !== null) throw error;
  if (data === null || data === undefined) throw new Error('The call returned no data.');
  return data;
}

beforeAll(async () => {
  functions = await mkdtemp(join(tmpdir(), 'cuebook-functions-'));
  await writeFile(
    join(functions, 'greet.mjs'),
    `export default async (request) => Response.json({ text: 'Hello ' + (await request.json()).name });`,
  );
  server = await startServerProcess({
    SITE_URL: site,
    CONFIRM_EMAIL: 'off',
    FUNCTIONS_DIR: functions,
  });
  const text = await readFile(join(server.dataDir, 'secrets.json'), 'utf8');
  keys = v.parse(fileOfKeys, JSON.parse(text));
  operator = newClient(keys.secretKey);
  ({ client: ada, id: adaId } = await signUp('ada@example.com'));
});
afterAll(async () => {
  await Promise.all([ada.removeAllChannels(), operator.removeAllChannels()]);
  await server.stop();
  await rm(functions, { recursive: true });
});

describe('storage', () => {
  it('creates, lists, reads, updates, empties and deletes buckets', async () => {
    const { storage } = operator;
    await succeed(storage.createBucket('temporary', { public: false }));
    expect((await succeed(storage.listBuckets())).map(({ id }) => id)).toContain('temporary');
    await succeed(storage.updateBucket('temporary', { public: true, fileSizeLimit: '1MB' }));
    expect(await succeed(storage.getBucket('temporary'))).toMatchObject({
      public: true,
      file_size_limit: 1_000_000,
    });
    await succeed(storage.from('temporary').upload('a.txt', 'a'));
    await succeed(storage.emptyBucket('temporary'));
    await succeed(storage.deleteBucket('temporary'));
    expect((await storage.getBucket('temporary')).error).toMatchObject({ statusCode: '404' });
  });

  it('stores, describes, lists, moves, copies, signs and removes objects', async () => {
    await succeed(operator.storage.createBucket('files', { public: true }));
    const files = operator.storage.from('files');
    await succeed(files.upload('a/one.txt', 'one', { metadata: { by: 'ada' } }));
    await succeed(files.update('a/one.txt', 'two'));
    expect(await (await succeed(files.download('a/one.txt'))).text()).toBe('two');
    expect((await files.exists('a/one.txt')).data).toBe(true);
    expect((await files.exists('a/none.txt')).data).toBe(false);
    expect(await succeed(files.info('a/one.txt'))).toMatchObject({ name: 'a/one.txt', size: 3 });
    await succeed(files.move('a/one.txt', 'a/moved.txt'));
    await succeed(files.copy('a/moved.txt', 'b/copy.txt'));
    expect((await succeed(files.list('a'))).map(({ name }) => name)).toEqual(['moved.txt']);
    const listed = await succeed(files.listV2({ prefix: 'b/' }));
    expect(listed.objects).toMatchObject([{ name: 'b/copy.txt' }]);

    const { signedUrl } = await succeed(files.createSignedUrl('a/moved.txt', 60));
    expect(await (await fetch(signedUrl.replace(site, server.url))).text()).toBe('two');
    const batch = await succeed(files.createSignedUrls(['a/moved.txt', 'b/copy.txt'], 60));
    expect(batch.every(({ error }) => error === null)).toBe(true);
    const upload = await succeed(files.createSignedUploadUrl('c/signed.txt'));
    await succeed(files.uploadToSignedUrl(upload.path, upload.token, 'three'));
    const { publicUrl } = files.getPublicUrl('c/signed.txt').data;
    expect(await (await fetch(publicUrl)).text()).toBe('three');
    const removed = await succeed(files.remove(['a/moved.txt', 'b/copy.txt']));
    expect(removed).toHaveLength(2);
  });

  it('renders images', async () => {
    await succeed(operator.storage.createBucket('images', { public: true }));
    const images = operator.storage.from('images');
    const picture = await sharp({
      create: { width: 40, height: 20, channels: 3, background: 'red' },
    })
      .png()
      .toBuffer();
    await succeed(images.upload('red.png', picture, { contentType: 'image/png' }));
    const small = await succeed(images.download('red.png', { transform: { width: 10 } }));
    const { width, height } = await sharp(await small.arrayBuffer()).metadata();
    expect([width, height]).toEqual([10, 5]);
  });

  it('takes resumable uploads', async () => {
    await succeed(operator.storage.createBucket('large'));
    const content = Buffer.alloc(300_000, 'x');
    await new Promise<void>((resolve, reject) => {
      new tus.Upload(content, {
        endpoint: `${server.url}/storage/v1/upload/resumable`,
        headers: { authorization: `Bearer ${keys.secretKey}` },
        chunkSize: 100_000,
        metadata: { bucketName: 'large', objectName: 'x.txt', contentType: 'text/plain' },
        onError: reject,
        onSuccess: () => resolve(),
      }).start();
    });
    const stored = await succeed(operator.storage.from('large').download('x.txt'));
    expect(stored.size).toBe(content.length);
  });
});

describe.each(['1.0.0', '2.0.0'] as const)('realtime, protocol %s', (vsn) => {
  let client: Client;
  let id: string;
  let channel: RealtimeChannel;
  const received: unknown[] = [];

  beforeAll(async () => {
    ({ client, id } = await signUp(`realtime-${vsn}@example.com`, vsn));
  });
  afterAll(() => client.removeAllChannels());

  it('sends and receives broadcasts, with acknowledgement and over HTTP', async () => {
    channel = client.channel(`room-${vsn}`, { config: { broadcast: { self: true, ack: true } } });
    channel.on('broadcast', { event: '*' }, ({ event, payload }) =>
      received.push([event, payload]),
    );
    expect(await subscribe(channel)).toMatchObject({ status: 'SUBSCRIBED' });
    expect(await channel.send({ type: 'broadcast', event: 'one', payload: { a: 1 } })).toBe('ok');
    const unjoined = operator.channel(`room-${vsn}`);
    await unjoined.httpSend('two', { b: 2 });
    await expect
      .poll(() => received, { timeout: 50_000 })
      .toEqual([
        ['one', { a: 1 }],
        ['two', { b: 2 }],
      ]);
    expect(await client.removeChannel(channel)).toBe('ok');
  });

  it('knows who is present', async () => {
    const room = client.channel(`presence-${vsn}`, { config: { presence: { key: id } } });
    room.on('presence', { event: 'sync' }, () => {});
    expect(await subscribe(room)).toMatchObject({ status: 'SUBSCRIBED' });
    expect(await room.track({ at: 'desk' })).toBe('ok');
    await expect
      .poll(() => room.presenceState(), { timeout: 50_000 })
      .toMatchObject({ [id]: [{ at: 'desk' }] });
    expect(await room.untrack()).toBe('ok');
    await expect.poll(() => room.presenceState(), { timeout: 50_000 }).toEqual({});
  });

  it('tells of changes of tables, of those that the person may see', async () => {
    const changes: unknown[] = [];
    const tables = client.channel(`changes-${vsn}`);
    tables.on('postgres_changes', { event: '*', schema: 'public', table: 'prompts' }, (change) => {
      changes.push([change.eventType, 'title' in change.new ? change.new['title'] : null]);
    });
    const ready = new Promise<void>((resolve) => {
      tables.on('system', {}, ({ status }: { status: string }) => {
        if (status === 'ok') resolve();
      });
    });
    expect(await subscribe(tables)).toMatchObject({ status: 'SUBSCRIBED' });
    await ready;
    const prompt = { user_id: adaId, title: "Ada's", content: 'private' };
    await ada.from('prompts').insert(prompt).throwOnError();
    const own = { user_id: id, title: 'Own', content: 'text' };
    const { data } = await client.from('prompts').insert(own).select('id').single();
    await expect.poll(() => changes, { timeout: 50_000 }).toEqual([['INSERT', 'Own']]);
    await client.from('prompts').update({ title: 'Changed' }).eq('id', data?.['id']).throwOnError();
    await expect
      .poll(() => changes, { timeout: 50_000 })
      .toEqual([
        ['INSERT', 'Own'],
        ['UPDATE', 'Changed'],
      ]);
  });
});

describe('functions', () => {
  it('are invoked as a signed-in person', async () => {
    const body = { name: 'Ada' };
    expect(await succeed(ada.functions.invoke<unknown>('greet', { body }))).toEqual({
      text: 'Hello Ada',
    });
  });
});

describe('passkeys', () => {
  it('are added, listed, renamed, used to sign in, and removed', async () => {
    const { client } = await signUp('passkeys@example.com');
    const device = new SoftwareAuthenticator();
    const { passkey } = client.auth;
    const start = await succeed(passkey.startRegistration());
    const added = await succeed(
      passkey.verifyRegistration({
        challengeId: start.challenge_id,
        credential: device.create(start.options),
      }),
    );
    await succeed(passkey.update({ passkeyId: added.id, friendlyName: 'Laptop' }));
    expect(await succeed(passkey.list())).toMatchObject([{ friendly_name: 'Laptop' }]);

    const visitor = newClient(keys.publishableKey);
    const signIn = await succeed(visitor.auth.passkey.startAuthentication());
    const { session } = await succeed(
      visitor.auth.passkey.verifyAuthentication({
        challengeId: signIn.challenge_id,
        credential: device.get(signIn.options),
      }),
    );
    expect(session?.user.email).toBe('passkeys@example.com');
    await passkey.delete({ passkeyId: added.id });
    expect((await passkey.list()).data).toEqual([]);
  });

  it('are a second factor, too', async () => {
    const { client } = await signUp('factor@example.com');
    const device = new SoftwareAuthenticator();
    const { mfa } = client.auth;
    const factor = await succeed(mfa.enroll({ factorType: 'webauthn', friendlyName: 'Key' }));
    const webauthn = { rpId: 'localhost', rpOrigins: [site] };
    const challenge = await succeed(mfa.challenge({ factorId: factor.id, webauthn }));
    const { type, credential_options: options } = challenge.webauthn;
    if (type !== 'create') throw new Error('The first challenge creates a credential.');
    const { challenge: bytes, user } = options.publicKey;
    const created = device.create({
      challenge: toBase64Url(bytes),
      user: { id: toBase64Url(user.id) },
    });
    const credential = asBrowserObject(created);
    await succeed(
      mfa.verify({
        factorId: factor.id,
        challengeId: challenge.id,
        webauthn: { ...webauthn, type, credential_response: credential },
      }),
    );
    const level = await succeed(mfa.getAuthenticatorAssuranceLevel());
    expect(level.currentLevel).toBe('aal2');
  });
});
