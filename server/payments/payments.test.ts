import { createHmac } from 'node:crypto';
import { createServer, type Server } from 'node:http';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { listen } from '#server/http/listen.ts';
import { dataClient, type Person, signUp } from '#server/testing/sign-up.ts';
import { startTestServer, type TestServer } from '#server/testing/test-server.ts';

const webhookSecret = 'whsec_of-a-test';

/** A stand-in for the provider: it takes checkouts and signs reports as the provider documents. */
interface Provider {
  readonly url: string;
  readonly requests: { authorization: string | undefined; form: Record<string, string> }[];
  response: { status: number; body: unknown };
  readonly server: Server;
}

async function startProvider(): Promise<Provider> {
  const requests: Provider['requests'] = [];
  const server = createServer((request, response) => {
    let body = '';
    request.on('data', (chunk: Buffer) => (body += chunk.toString()));
    request.on('end', () => {
      requests.push({
        authorization: request.headers.authorization,
        form: Object.fromEntries(new URLSearchParams(body)),
      });
      response.writeHead(provider.response.status, { 'content-type': 'application/json' });
      response.end(JSON.stringify(provider.response.body));
    });
  });
  const port = await listen(server, '127.0.0.1', 0);
  const provider: Provider = {
    url: `http://127.0.0.1:${port}`,
    requests,
    response: { status: 200, body: { url: 'https://pay.example/session/1' } },
    server,
  };
  return provider;
}

let provider: Provider;
let server: TestServer;
let ada: Person;
let token: string;
beforeAll(async () => {
  provider = await startProvider();
  server = await startTestServer({
    PAYMENTS: 'on',
    PAYMENT_PRICE_ID: 'price_premium',
    PAYMENT_PUBLIC_KEY: 'pk_test',
    PAYMENT_SECRET_KEY: 'sk_test',
    PAYMENT_WEBHOOK_SECRET: webhookSecret,
    PAYMENT_API_URL: provider.url,
  });
  ada = await signUp(server, 'ada@example.com');
  token = (await ada.auth.getSession()).data.session?.access_token ?? '';
});
afterAll(async () => {
  await server.stop();
  provider.server.close();
});

const seconds = () => Math.floor(Date.now() / 1000);

function sign(body: string, time = seconds(), secret = webhookSecret): string {
  return `t=${time},v1=${createHmac('sha256', secret).update(`${time}.${body}`).digest('hex')}`;
}

async function report(body: string, signature = sign(body)): Promise<number> {
  const response = await fetch(`${server.url}/webhooks/payments`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'stripe-signature': signature },
    body,
  });
  return response.status;
}

let events = 0;
function event(type: string, object: object, created = seconds()): string {
  events += 1;
  return JSON.stringify({ id: `evt_${events}`, type, created, data: { object } });
}

const subscription = (userId: string, status: string) => ({
  id: 'sub_1',
  status,
  metadata: { user_id: userId },
});

async function statuses(person: Person): Promise<string[]> {
  const { data } = await person.db
    .from('subscriptions')
    .select('status')
    .order('created_at', { ascending: false });
  return (data ?? []).map((row) => String(row.status));
}

describe('POST /payments/checkout', () => {
  const buy = (headers: Record<string, string>) =>
    fetch(`${server.url}/payments/checkout`, { method: 'POST', headers });

  it("creates the provider's checkout with the buyer's id, and returns its address", async () => {
    const response = await buy({ authorization: `Bearer ${token}` });
    expect([response.status, await response.json()]).toEqual([
      200,
      { url: 'https://pay.example/session/1' },
    ]);
    expect(provider.requests.at(-1)).toEqual({
      authorization: 'Bearer sk_test',
      form: {
        mode: 'subscription',
        'line_items[0][price]': 'price_premium',
        'line_items[0][quantity]': '1',
        client_reference_id: ada.id,
        'subscription_data[metadata][user_id]': ada.id,
        customer_email: 'ada@example.com',
        success_url: `${server.url}/payment-success`,
        cancel_url: `${server.url}/pricing`,
      },
    });
  });

  it('refuses people who are signed out', async () => {
    const before = provider.requests.length;
    for (const headers of [
      {},
      { apikey: server.secrets.publishableKey },
      { authorization: 'Bearer no.token.atall' },
    ]) {
      expect((await buy(headers)).status).toBe(401);
    }
    expect(provider.requests).toHaveLength(before);
  });

  it('refuses people with an active subscription, until it ends', async () => {
    const { id, auth } = await signUp(server, 'twice@example.com');
    const theirs = (await auth.getSession()).data.session?.access_token ?? '';
    const tryToBuy = async () => (await buy({ authorization: `Bearer ${theirs}` })).status;
    const requests = provider.requests.length;
    await report(
      event('customer.subscription.created', subscription(id, 'active'), seconds() - 60),
    );
    expect([await tryToBuy(), provider.requests.length]).toEqual([409, requests]);
    await report(event('customer.subscription.deleted', subscription(id, 'canceled')));
    expect([await tryToBuy(), provider.requests.length]).toEqual([200, requests + 1]);
  });

  it("answers 502 when the provider refuses, without the provider's reason", async () => {
    provider.response = { status: 400, body: { error: { message: 'No such price' } } };
    const response = await buy({ authorization: `Bearer ${token}` });
    expect(response.status).toBe(502);
    expect(await response.text()).not.toContain('No such price');
    provider.response = { status: 200, body: { url: 'https://pay.example/session/1' } };
  });

  it('shows the page the price and the public key only', async () => {
    const text = await (await fetch(`${server.url}/config.json`)).text();
    expect(JSON.parse(text)).toMatchObject({
      flags: { payments: true },
      payments: { priceId: 'price_premium', publicKey: 'pk_test' },
    });
    expect(text).not.toContain('sk_test');
    expect(text).not.toContain(webhookSecret);
  });
});

describe('POST /webhooks/payments', () => {
  it('records a paid checkout as an active subscription, which only its owner sees', async () => {
    const eve = await signUp(server, 'eve@example.com');
    const paid = { mode: 'subscription', payment_status: 'paid', client_reference_id: eve.id };
    expect(await report(event('checkout.session.completed', paid))).toBe(200);
    expect(await statuses(eve)).toEqual(['active']);
    expect(await statuses(ada)).toEqual([]);
  });

  it('records an event once, however often it arrives', async () => {
    const bob = await signUp(server, 'bob@example.com');
    const body = event('customer.subscription.updated', subscription(bob.id, 'active'));
    expect([await report(body), await report(body), await report(body)]).toEqual([200, 200, 200]);
    expect(await statuses(bob)).toEqual(['active']);
  });

  it('orders events by when they happened, not by arrival', async () => {
    const cleo = await signUp(server, 'cleo@example.com');
    const ended = event('customer.subscription.deleted', subscription(cleo.id, 'canceled'));
    const began = event(
      'customer.subscription.created',
      subscription(cleo.id, 'active'),
      seconds() - 60,
    );
    await report(ended);
    await report(began);
    expect(await statuses(cleo)).toEqual(['canceled', 'active']);
  });

  it.each([
    ['another matter', 'invoice.paid', { id: 'in_1' }],
    ['a payment that is still open', 'customer.subscription.created', 'incomplete'],
    [
      'an unpaid checkout',
      'checkout.session.completed',
      { mode: 'subscription', payment_status: 'unpaid' },
    ],
    ['nobody', 'customer.subscription.updated', { status: 'active', metadata: {} }],
  ])('of %s changes nothing', async (_what, type, object) => {
    const about = typeof object === 'string' ? subscription(ada.id, object) : object;
    expect(await report(event(type, about))).toBe(200);
    expect(await statuses(ada)).toEqual([]);
  });

  it('accepts an event of a deleted account', async () => {
    const gone = '0b26f3d7-89db-4448-9fc7-b07df5f28241';
    expect(await report(event('customer.subscription.updated', subscription(gone, 'active')))).toBe(
      200,
    );
  });

  it('refuses an event without a matching signature', async () => {
    const body = event('customer.subscription.updated', subscription(ada.id, 'active'));
    const other = event('customer.subscription.updated', subscription(ada.id, 'past_due'));
    const forged = [
      '',
      'v1=00',
      't=,v1=',
      `t=${seconds()},v1=${'0'.repeat(64)}`,
      `t=${seconds()}`,
      sign(body, seconds(), 'another secret'),
      sign(other),
      sign(body, seconds() - 301),
      sign(body, seconds() + 310),
      sign(body).replace('v1=', 'v0='),
    ];
    for (const signature of forged) expect(await report(body, signature)).toBe(400);
    expect(await statuses(ada)).toEqual([]);
  });

  it('accepts one matching signature of several, as during a secret rotation', async () => {
    const dora = await signUp(server, 'dora@example.com');
    const body = event('customer.subscription.updated', subscription(dora.id, 'active'));
    const [, v1] = sign(body, seconds(), 'the old secret').split(',');
    expect(await report(body, `${sign(body)},${v1}`)).toBe(200);
    expect(await statuses(dora)).toEqual(['active']);
  });

  it('refuses a signed body that is no event', async () => {
    for (const body of ['', '{', '[]', '{"id":"evt"}']) expect(await report(body)).toBe(400);
  });

  it('refuses a signed event whose id or time PostgreSQL cannot store', async () => {
    const change = { type: 'customer.subscription.updated' };
    const data = { object: subscription(ada.id, 'active') };
    for (const odd of [
      { id: 'evt_\0', created: seconds() },
      { id: 'evt_early', created: -1e12 },
      { id: 'evt_late', created: 1e12 },
      { id: 'evt_never', created: 1e300 },
    ]) {
      expect(await report(JSON.stringify({ ...change, data, ...odd }))).toBe(400);
    }
    expect(await statuses(ada)).not.toContain('active');
  });

  it('ignores a status that PostgreSQL cannot store, so that it is not sent again', async () => {
    const body = event('customer.subscription.updated', subscription(ada.id, 'act\0ive'));
    expect(await report(body)).toBe(200);
    expect(await statuses(ada)).toEqual([]);
  });
});

it('PAYMENTS=off serves neither the checkout nor the webhook', async () => {
  const free = await startTestServer();
  for (const path of ['/payments/checkout', '/webhooks/payments']) {
    const body = event('customer.subscription.updated', subscription(ada.id, 'active'));
    const response = await fetch(free.url + path, {
      method: 'POST',
      headers: { 'stripe-signature': sign(body) },
      body,
    });
    expect(response.status).toBe(404);
  }
  expect(await (await fetch(`${free.url}/config.json`)).json()).toMatchObject({
    flags: { payments: false },
    payments: null,
  });
  await free.stop();
});

it('a client cannot insert a subscription', async () => {
  const { error } = await dataClient(server, token)
    .from('subscriptions')
    .insert({ user_id: ada.id, status: 'active' });
  expect(error?.code).toBe('42501');
});
