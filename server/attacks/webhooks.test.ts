import { createServer, type Server } from 'node:http';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { readConfig } from '#server/config.ts';
import { type Person, signUp } from '#server/testing/sign-up.ts';
import { startTestServer, type TestServer } from '#server/testing/test-server.ts';
import { createWebhookSender } from '#server/webhooks/send-webhooks.ts';

let server: TestServer;
let person: Person;
let target: Server;
let port: number;
let requests = 0;
beforeAll(async () => {
  target = createServer((_, outgoing) => {
    requests += 1;
    outgoing.end();
  });
  await new Promise<void>((resolve) => target.listen(0, resolve));
  const address = target.address();
  port = typeof address === 'object' ? (address?.port ?? 0) : 0;
  server = await startTestServer();
  person = await signUp(server, 'person@example.com');
});
afterAll(async () => {
  target.close();
  await server.stop();
});
afterEach(async () => {
  requests = 0;
  await server.sql('delete from webhooks');
});

/** Creates a webhook with the address, sends a test, and returns what its delivery says. */
async function sendTo(url: string, { allowsPrivate }: { allowsPrivate: boolean }) {
  const created = await person.db
    .rpc('create_webhook', { url, events: ['prompt.created'] })
    .single<{ id: string }>();
  if (created.error) throw created.error;
  await person.db.rpc('send_webhook_test', { webhook_id: created.data.id });
  const sender = createWebhookSender({ ...server.dependencies, allowsPrivate });
  await sender.startDue();
  await sender.idle();
  const { data } = await person.db.from('webhook_deliveries').select('status, error').single();
  return data;
}

describe('a webhook with an address of a private network', () => {
  it.each([
    'https://127.0.0.1:{port}/',
    'https://2130706433:{port}/',
    'https://0x7f.1:{port}/',
    'https://0177.0.0.1:{port}/',
    'https://[::1]:{port}/',
    'https://[::]:{port}/',
    'https://[::ffff:127.0.0.1]:{port}/',
    'https://[::ffff:7f00:1]:{port}/',
    'https://[64:ff9b::7f00:1]:{port}/',
    'https://[2002:7f00:1::]:{port}/',
    'https://[fd00::1]:{port}/',
    'https://[fe80::1]:{port}/',
    'https://169.254.169.254/latest/meta-data',
    'https://10.0.0.1/',
    'https://192.168.1.1/',
    // A name that leads to this machine.
    'https://localhost:{port}/',
  ])('reaches nothing: %s', async (address) => {
    const delivery = await sendTo(address.replace('{port}', String(port)), {
      allowsPrivate: readConfig({}).WEBHOOKS_PRIVATE,
    });
    expect(delivery?.status).toBe('failed');
    expect(delivery?.error).toMatch(/is in a private network, which this server doesn't send/);
    expect(requests).toBe(0);
  });

  it('reaches nothing by http:// either', async () => {
    const delivery = await sendTo(`http://127.0.0.1:${port}/`, {
      allowsPrivate: readConfig({}).WEBHOOKS_PRIVATE,
    });
    expect(delivery?.error).toBe('The address must start with https://');
    expect(requests).toBe(0);
  });

  it('is reached if the operator allows it', async () => {
    const delivery = await sendTo(`http://localhost:${port}/`, {
      allowsPrivate: readConfig({ WEBHOOKS_PRIVATE: 'on' }).WEBHOOKS_PRIVATE,
    });
    expect(delivery).toEqual({ status: 'delivered', error: null });
    expect(requests).toBe(1);
  });
});

describe('the secret of a webhook', () => {
  it('is in no response after the one that created it', async () => {
    const created = await person.db
      .rpc('create_webhook', { url: 'https://receiver.example/', events: ['prompt.created'] })
      .single<{ id: string; secret: string }>();
    const random = created.data?.secret.slice('whsec_'.length) ?? '';
    expect(random).toHaveLength(44);
    const { id } = created.data ?? { id: '' };
    await person.db.rpc('send_webhook_test', { webhook_id: id });
    const responses = await Promise.all([
      person.db.from('webhooks').select('*'),
      person.db.from('webhooks').update({ is_active: false }).eq('id', id).select('*'),
      person.db.from('webhook_deliveries').select('*'),
      person.db.from('webhook_secrets').select('*'),
      person.db.schema('private').from('webhook_secrets').select('*'),
      person.db.rpc('claim_webhook_deliveries', { most: 1 }),
    ]);
    expect(JSON.stringify(responses)).not.toContain(random);
    expect(server.logged.join('\n')).not.toContain(random);
  });
});

describe('a flood of webhooks', () => {
  it('stops at 10 of an account, also when they are created at once', async () => {
    const created = await Promise.all(
      Array.from({ length: 15 }, () =>
        person.db.rpc('create_webhook', {
          url: 'https://receiver.example/',
          events: ['prompt.created'],
        }),
      ),
    );
    expect(created.filter(({ error }) => error === null)).toHaveLength(10);
    expect(await server.sql('select from webhooks')).toHaveLength(10);
  });
});
