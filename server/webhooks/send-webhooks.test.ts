import { createServer, type IncomingHttpHeaders, type Server } from 'node:http';
import { createHmac } from 'node:crypto';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { promptName } from '#contract/prompt-reference.ts';
import { webhookEvents } from '#contract/webhook-events.ts';
import { listen } from '#server/http/listen.ts';
import { insert, type Person, signUp } from '#server/testing/sign-up.ts';
import { startTestServer, type TestServer } from '#server/testing/test-server.ts';
import { createWebhookSender, sendWebhooksRegularly, type WebhookSender } from './send-webhooks.ts';

interface Received {
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}

let server: TestServer;
let ann: Person;
let olga: Person;
let team: string;
let receiver: Server;
let origin: string;
let received: Received[] = [];
let responses: Readonly<Record<string, number>> = {};
let sender: WebhookSender;

beforeAll(async () => {
  receiver = createServer((incoming, outgoing) => {
    const chunks: Buffer[] = [];
    incoming.on('data', (chunk: Buffer) => chunks.push(chunk));
    incoming.on('end', () => {
      const path = incoming.url ?? '';
      received.push({ path, headers: incoming.headers, body: Buffer.concat(chunks).toString() });
      const status = responses[path] ?? 200;
      if (status > 0) outgoing.writeHead(status, { location: '/elsewhere' }).end();
    });
  });
  origin = `http://127.0.0.1:${await listen(receiver, '127.0.0.1', 0)}`;
  server = await startTestServer();
  [ann, olga] = await Promise.all([
    signUp(server, 'ann@example.com'),
    signUp(server, 'olga@example.com'),
  ]);
  team = await insert(olga, 'teams', { name: 'Writers' });
  await server.sql(`insert into team_members (team_id, user_id, role) values ($1, $2, 'editor')`, [
    team,
    ann.id,
  ]);
});
afterAll(async () => {
  receiver.closeAllConnections();
  receiver.close();
  await server.stop();
});
beforeEach(() => {
  received = [];
  responses = {};
  sender = createWebhookSender({ ...server.dependencies, allowsPrivate: true });
});
afterEach(async () => {
  await server.sql('delete from webhooks');
});

interface CreatedWebhook {
  readonly id: string;
  readonly secret: string;
}

async function createWebhook(
  person: Person,
  { path = '/hook', events = webhookEvents, ...more }: Record<string, unknown> = {},
): Promise<CreatedWebhook> {
  const { data, error } = await person.db
    .rpc('create_webhook', { url: `${origin}${String(path)}`, events, ...more })
    .single<CreatedWebhook>();
  expect(error).toBeNull();
  if (data === null) throw new Error('no webhook was created');
  return data;
}

async function write(person: Person, fields: object = {}): Promise<string> {
  const { data, error } = await person.db
    .from('prompts')
    .insert({ title: 'Letter', content: 'Dear {{name:friend}}', ...fields })
    .select('id')
    .single();
  expect(error).toBeNull();
  return String(data?.id);
}

async function sendDue(): Promise<void> {
  await sender.startDue();
  await sender.idle();
}

/** Lets the time until the next attempts pass. */
const skipPauses = () =>
  server.sql(`update webhook_deliveries set next_attempt_at = now() where status = 'pending'`);

interface Delivery {
  readonly id: string;
  readonly event: string;
  readonly status: string;
  readonly attempts: number;
  readonly response_status: number | null;
  readonly error: string | null;
}

async function deliveries(person: Person): Promise<Delivery[]> {
  const { data } = await person.db
    .from('webhook_deliveries')
    .select('id, event, status, attempts, response_status, error')
    .order('created_at')
    .overrideTypes<Delivery[], { merge: false }>();
  return data ?? [];
}

interface Payload {
  readonly type: string;
  readonly timestamp: string;
  readonly data: {
    readonly prompt?: Record<string, unknown>;
    readonly label?: Record<string, unknown>;
  };
}

function first(): Received {
  const [request] = received;
  if (request === undefined) throw new Error('nothing was received');
  return request;
}

const payload = (index: number) => JSON.parse(received[index]?.body ?? 'null') as Payload;

describe('a delivery', () => {
  it('has the prompt as /api/v1 shows it, and is logged', async () => {
    await createWebhook(ann);
    const id = await write(ann, { tags: ['mail'] });
    await sendDue();
    expect(payload(0).timestamp).toMatch(/^20.*Z$/);
    expect(payload(0)).toMatchObject({
      type: 'prompt.created',
      data: {
        prompt: {
          id,
          name: promptName({ id, title: 'Letter' }),
          title: 'Letter',
          tags: ['mail'],
          version: 1,
          text: 'Dear {{name:friend}}',
          variables: [{ name: 'name', default: 'friend' }],
          url: `${server.url}/api/v1/prompts/${id}@1`,
        },
      },
    });
    expect(await deliveries(ann)).toMatchObject([
      { status: 'delivered', attempts: 1, response_status: 200, error: null },
    ]);
    const { data } = await ann.db.from('webhook_deliveries').select('request_body').single();
    expect(data?.request_body).toBe(received[0]?.body);
  });

  it('is signed as Standard Webhooks says, by both secrets after a rotation', async () => {
    const { id, secret } = await createWebhook(ann);
    const rotated = await ann.db.rpc('rotate_webhook_secret', { webhook_id: id });
    await write(ann, { content: 'ß 🎭' });
    await sendDue();
    const { headers, body } = first();
    const signed = `${String(headers['webhook-id'])}.${String(headers['webhook-timestamp'])}.${body}`;
    const signatures = [String(rotated.data), secret].map((key) => {
      const bytes = Buffer.from(key.slice('whsec_'.length), 'base64');
      return `v1,${createHmac('sha256', bytes).update(signed).digest('base64')}`;
    });
    expect(headers['webhook-signature']).toBe(signatures.join(' '));
    await server.sql(`update private.webhook_secrets set previous_until = now()`);
    await write(ann);
    await sendDue();
    expect(received[1]?.headers['webhook-signature']).toMatch(/^v1,\S+$/);
  });

  it('of a moved label has the text of its version, not the latest', async () => {
    const id = await write(ann);
    await ann.db.from('prompts').update({ content: 'Not yet' }).eq('id', id);
    await createWebhook(ann, { events: ['label.moved'] });
    const label = { prompt_id: id, label: 'production' };
    await ann.db.rpc('move_prompt_label', { ...label, version_number: 1, note: 'Go' });
    await sendDue();
    await ann.db.rpc('remove_prompt_label', label);
    await sendDue();
    expect(payload(0).data).toMatchObject({
      prompt: { version: 1, label: 'production', text: 'Dear {{name:friend}}' },
      label: { name: 'production', from_version: null, to_version: 1, note: 'Go' },
    });
    expect(payload(1).data).toEqual({
      prompt: { id },
      label: { name: 'production', from_version: 1, to_version: null, note: null },
    });
  });

  it('of a deleted prompt has its id only, also when it is gone for good', async () => {
    await createWebhook(ann, { events: ['prompt.deleted', 'prompt.restored'] });
    const id = await write(ann);
    await ann.db.rpc('set_prompts_deleted', { ids: [id], deleted: true });
    await sendDue();
    await ann.db.rpc('set_prompts_deleted', { ids: [id], deleted: false });
    await sendDue();
    await ann.db.from('prompts').delete().eq('id', id);
    await sendDue();
    expect([0, 1, 2].map((index) => payload(index).type)).toEqual([
      'prompt.deleted',
      'prompt.restored',
      'prompt.deleted',
    ]);
    expect([payload(0).data, payload(2).data]).toEqual([{ prompt: { id } }, { prompt: { id } }]);
    expect(payload(1).data.prompt).toMatchObject({ id, title: 'Letter' });
  });

  it('leaves out a text above 64 KiB', async () => {
    await createWebhook(ann);
    await write(ann, { content: `${'ß'.repeat(40_000)} {{x}}` });
    await sendDue();
    expect(payload(0).data.prompt).toMatchObject({ text: null, variables: [{ name: 'x' }] });
  });

  it('leaves out variables above 64 KiB, which are longer than their text', async () => {
    await createWebhook(ann);
    const names = Array.from({ length: 2_000 }, (_, index) => `{{a${index}}}`);
    await write(ann, { content: names.join('') });
    await sendDue();
    expect(payload(0).data.prompt).toMatchObject({ text: names.join(''), variables: null });
  });

  it('of a test is empty, is not retried, and does not make the webhook a failing one', async () => {
    const { id } = await createWebhook(ann);
    responses = { '/hook': 500 };
    await ann.db.rpc('send_webhook_test', { webhook_id: id });
    const again = await ann.db.rpc('send_webhook_test', { webhook_id: id });
    expect(again.error?.message).toBe('A test is being sent already');
    await sendDue();
    expect(payload(0)).toMatchObject({ type: 'webhook.test', data: {} });
    expect(await deliveries(ann)).toMatchObject([{ status: 'failed', response_status: 500 }]);
    const { data } = await ann.db.from('webhooks').select('failing_since').eq('id', id).single();
    expect(data).toEqual({ failing_since: null });
  });
});

describe('what the owner of a webhook may no longer read', () => {
  const shared = () => write(olga, { team_id: team, content: 'For the team' });

  it.each([
    ['a prompt that was taken out of the team', `update prompts set team_id = null where id = $1`],
    ['a prompt of a team that they left', `delete from team_members where user_id = '{ann}'`],
    ['a deleted prompt', 'update prompts set deleted_at = now() where id = $1'],
  ])('is not sent: %s', async (_what, change) => {
    await createWebhook(ann);
    const id = await shared();
    const text = change.replace('{ann}', ann.id);
    await server.sql(text, text.includes('$1') ? [id] : []);
    await server.sql(`delete from webhook_deliveries where event = 'prompt.deleted'`);
    await sendDue();
    await server.sql(
      `insert into team_members (team_id, user_id, role) values ($1, $2, 'editor') on conflict do nothing`,
      [team, ann.id],
    );
    expect(received).toEqual([]);
    expect(await deliveries(ann)).toMatchObject([
      { status: 'skipped', error: 'You could no longer read what was to be sent.' },
    ]);
  });

  it('is not sent by a webhook for a group that the prompt has left', async () => {
    const limit = { group_id: await insert(ann, 'groups', { name: 'Work' }) };
    await createWebhook(ann, limit);
    const id = await write(ann, limit);
    await ann.db.from('prompts').update({ group_id: null }).eq('id', id);
    await sendDue();
    expect(received).toEqual([]);
    expect(await deliveries(ann)).toMatchObject([{ status: 'skipped' }]);
  });

  it('is not sent: a version from before it was shared', async () => {
    const id = await write(olga, { content: 'Before' });
    await olga.db.from('prompts').update({ team_id: team, content: 'Shared' }).eq('id', id);
    await createWebhook(ann, { events: ['label.moved'] });
    await createWebhook(olga, { events: ['label.moved'], path: '/olga', team_id: team });
    await olga.db.rpc('move_prompt_label', { prompt_id: id, label: 'old', version_number: 1 });
    await olga.db.rpc('remove_prompt_label', { prompt_id: id, label: 'old' });
    await sendDue();
    expect(received.map(({ path }) => path)).toEqual(['/olga', '/olga']);
    expect(await deliveries(ann)).toEqual([]);
    await olga.db.rpc('move_prompt_label', { prompt_id: id, label: 'new', version_number: 2 });
    await sendDue();
    expect(await deliveries(ann)).toMatchObject([{ status: 'delivered' }]);
  });
});

describe('a delivery that fails', () => {
  it('is tried 8 times under one id, then given up', async () => {
    await createWebhook(ann);
    responses = { '/hook': 503 };
    await write(ann);
    for (let attempt = 1; attempt <= 9; attempt += 1) {
      await sendDue();
      await skipPauses();
    }
    expect(received).toHaveLength(8);
    expect(new Set(received.map(({ headers }) => headers['webhook-id'])).size).toBe(1);
    expect(await deliveries(ann)).toMatchObject([
      {
        status: 'failed',
        attempts: 8,
        response_status: 503,
        error: 'The address refused it (503).',
      },
    ]);
  });

  it('is not tried again before its pause is over', async () => {
    await createWebhook(ann);
    responses = { '/hook': 503 };
    await write(ann);
    await sendDue();
    await sendDue();
    expect(received).toHaveLength(1);
    expect(await deliveries(ann)).toMatchObject([{ status: 'pending', attempts: 1 }]);
  });

  it('follows no redirect', async () => {
    await createWebhook(ann);
    responses = { '/hook': 302 };
    await write(ann);
    await sendDue();
    expect(received.map(({ path }) => path)).toEqual(['/hook']);
    expect(await deliveries(ann)).toMatchObject([{ error: "Redirects aren't followed (302)." }]);
  });

  it('pauses the webhook when everything has failed for 12 hours, and says so', async () => {
    const { id } = await createWebhook(ann);
    responses = { '/hook': 503 };
    await write(ann);
    await sendDue();
    await server.sql(`update webhook_deliveries set attempts = 7`);
    await server.sql(`update webhooks set failing_since = now() - interval '13 hours'`);
    await skipPauses();
    await sendDue();
    const read = () =>
      ann.db
        .from('webhooks')
        .select('is_active, paused_because, failing_since')
        .eq('id', id)
        .single();
    expect((await read()).data).toMatchObject({ is_active: false, paused_because: 'failing' });
    await ann.db.from('webhooks').update({ is_active: true }).eq('id', id);
    expect((await read()).data).toEqual({
      is_active: true,
      paused_because: null,
      failing_since: null,
    });
  });

  it('pauses the webhook at once if the receiver says that it is gone', async () => {
    const { id } = await createWebhook(ann);
    responses = { '/hook': 410 };
    await write(ann);
    await sendDue();
    const { data } = await ann.db.from('webhooks').select('paused_because').eq('id', id).single();
    expect(data).toEqual({ paused_because: 'gone' });
    expect(await deliveries(ann)).toMatchObject([{ status: 'failed', attempts: 1 }]);
    const [delivery] = await deliveries(ann);
    const again = await ann.db.rpc('resend_webhook_delivery', { delivery_id: delivery?.id });
    expect(again.error?.message).toBe('The webhook is paused');
  });

  it('is sent again on request, with what the prompt is then', async () => {
    await createWebhook(ann);
    responses = { '/hook': 400 };
    await write(ann);
    await sendDue();
    responses = {};
    const [delivery] = await deliveries(ann);
    await ann.db.rpc('resend_webhook_delivery', { delivery_id: delivery?.id });
    await sendDue();
    expect(await deliveries(ann)).toMatchObject([{ status: 'delivered', response_status: 200 }]);
    await ann.db.rpc('resend_webhook_delivery', { delivery_id: delivery?.id });
    await sendDue();
    expect(received).toHaveLength(3);
  });
});

describe('the sender', () => {
  it('keeps sending to others while a receiver does not respond', async () => {
    await createWebhook(ann, { path: '/silent' });
    await createWebhook(olga, { path: '/quick' });
    responses = { '/silent': 0 };
    for (let number = 0; number < 8; number += 1) await write(ann);
    await sender.startDue();
    await expect.poll(() => received.filter(({ path }) => path === '/silent').length).toBe(5);
    await write(olga);
    await sender.startDue();
    await expect.poll(() => received.filter(({ path }) => path === '/quick').length).toBe(1);
    receiver.closeAllConnections();
    await sender.idle();
    const failed = (await deliveries(ann)).filter(({ attempts }) => attempts === 1);
    expect(failed).toHaveLength(5);
    expect(failed[0]?.error).toBe("127.0.0.1 can't be reached");
  });

  it('sends each delivery once, however many servers there are', async () => {
    await createWebhook(ann);
    for (let number = 0; number < 4; number += 1) await write(ann);
    const other = createWebhookSender({ ...server.dependencies, allowsPrivate: true });
    await Promise.all([sender.startDue(), other.startDue()]);
    await Promise.all([sender.idle(), other.idle()]);
    expect(new Set(received.map(({ headers }) => headers['webhook-id'])).size).toBe(4);
    expect(received).toHaveLength(4);
  });

  it('runs as a job until it is stopped', async () => {
    await createWebhook(ann);
    await write(ann);
    const stop = sendWebhooksRegularly({ ...server.dependencies, allowsPrivate: true });
    await stop();
    expect(await deliveries(ann)).toMatchObject([{ status: 'delivered' }]);
  });
});
