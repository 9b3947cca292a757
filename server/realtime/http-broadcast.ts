import { type Context, Hono } from 'hono';
import * as v from 'valibot';
import { asCaller } from '#server/current-caller.ts';
import { TooMuchWaits } from '#server/fair-limit.ts';
import { boundedArray } from '#server/http/bounded-array.ts';
import { callerKey } from '#server/http/caller/caller-key.ts';
import type { Caller, HttpEnv } from '#server/http/caller/caller.ts';
import { jsonObject } from '#server/http/json/json-object.ts';
import { readBytes } from '#server/http/body/read-bytes.ts';
import { requestHeaders } from '#server/http/request-headers.ts';
import type { Broadcast } from './channels/topic.ts';
import { fitsFrame } from './protocol/broadcast-frame.ts';
import { parseJson, parseShallowJson } from '#server/http/json/parse-json.ts';
import { type TopicName, wireName } from './channels/topics.ts';
import { CallerRefused, identifyCaller } from './identify-caller.ts';
import type { RealtimeServices } from './services.ts';
import { readTopicRights } from './topic-rights.ts';

/** The least limit of a batch: room for a hundred messages of 10 KiB. */
const minBatchLimit = 1024 * 1024;

const batch = v.object({
  messages: v.pipe(
    boundedArray(
      v.object({
        topic: v.pipe(v.string(), v.minLength(1)),
        event: v.pipe(v.string(), v.minLength(1)),
        payload: jsonObject,
        private: v.nullish(v.boolean(), false),
      }),
      1_000,
    ),
    v.minLength(1),
  ),
});

interface Sent {
  readonly id: TopicName;
  readonly broadcast: Broadcast;
}

/** A request that is refused with this status. */
class BroadcastRefused extends Error {
  readonly status: 401 | 403 | 413 | 415 | 422 | 429 | 501;
  constructor(status: BroadcastRefused['status'], message: string) {
    super(message);
    this.status = status;
  }
}

/** Builds the routes that broadcast without a channel: a batch as JSON, or one message. */
export function buildBroadcastRoutes(services: RealtimeServices): Hono<HttpEnv> {
  const { limits, topics, addressRates, peers } = services;

  function countMessages(address: string, count: number): void {
    const now = services.now().getTime();
    if (count > limits.messagesPerSecond) {
      throw new BroadcastRefused(
        429,
        'Too many messages to broadcast, please reduce the batch size',
      );
    }
    if (!addressRates.of(address, now).take(now, count)) {
      throw new BroadcastRefused(429, 'You have exceeded your rate limit');
    }
    peers?.reportSpent(address, count);
  }

  /** Sends all messages or none. */
  async function send(c: Context<HttpEnv>, caller: Caller, sent: readonly Sent[]): Promise<void> {
    countMessages(c.var.clientAddress, sent.length);
    const headers = requestHeaders(c).toJson();
    const key = callerKey(caller, () => c.var.clientAddress);
    const names = new Set(sent.filter(({ id }) => id.isPrivate).map(({ id }) => id.name));
    for (const name of names) {
      const rights = await asCaller(key, () =>
        readTopicRights(services.database, caller, headers, name),
      );
      if (!rights.writeBroadcast) {
        throw new BroadcastRefused(
          403,
          `You do not have permissions to write to this Channel topic: ${name}`,
        );
      }
    }
    for (const { id, broadcast } of sent) topics.broadcast(id, broadcast);
  }

  function toPayload(json: string): Broadcast['payload'] {
    if (Buffer.byteLength(json) > limits.payloadBytes) throw tooLarge();
    return { kind: 'json', json };
  }

  const tooLarge = () =>
    new BroadcastRefused(
      413,
      `A payload may have at most ${Math.round(limits.payloadBytes / 1024)} KiB`,
    );

  const app = new Hono<HttpEnv>();
  app.onError((error, c) => {
    const respond = (status: BroadcastRefused['status']) =>
      c.json({ error: error.message, message: error.message }, status);
    if (error instanceof BroadcastRefused) return respond(error.status);
    if (error instanceof CallerRefused) return respond(401);
    if (error instanceof TooMuchWaits) return respond(429);
    throw error;
  });

  const maxBatchBytes = Math.max(4 * limits.payloadBytes, minBatchLimit);

  async function readBatch(c: Context<HttpEnv>): Promise<unknown> {
    const bytes = await readBytes(c, maxBatchBytes);
    if (bytes !== null) return parseShallowJson(bytes.toString());
    throw new BroadcastRefused(413, `A batch may have at most ${maxBatchBytes / 1024} KiB`);
  }

  async function identify(c: Context<HttpEnv>): Promise<Caller> {
    const headers = requestHeaders(c);
    const [, bearer = null] = /^bearer +(\S+) *$/i.exec(headers.get('authorization') ?? '') ?? [];
    return identifyCaller(services.verifier, headers.get('apikey'), bearer);
  }

  app.post('/api/broadcast', async (c) => {
    const caller = await identify(c);
    const parsed = v.safeParse(batch, await readBatch(c));
    if (!parsed.success) {
      const [issue] = parsed.issues;
      throw new BroadcastRefused(422, `${v.getDotPath(issue) ?? 'messages'}: ${issue.message}`);
    }
    const sent = parsed.output.messages.map((message) => ({
      id: { name: message.topic, isPrivate: message.private },
      broadcast: { event: message.event, payload: toPayload(JSON.stringify(message.payload)) },
    }));
    await send(c, caller, sent);
    return c.body(null, 202);
  });

  app.post('/api/broadcast/:topic/events/:event', async (c) => {
    const caller = await identify(c);
    if (Object.keys(c.req.query()).some((name) => /^persist(\[|$)/.test(name))) {
      throw new BroadcastRefused(501, 'Storing broadcasts (persist) is not supported');
    }
    const { topic, event } = c.req.param();
    const [type = ''] = (c.req.header('content-type') ?? '').split(';');
    let payload: Broadcast['payload'];
    const bytes = await readBytes(c, limits.payloadBytes);
    if (bytes === null) throw tooLarge();
    if (type.trim() === 'application/octet-stream') {
      if (!fitsFrame(wireName(topic), event)) {
        throw new BroadcastRefused(422, 'Topic and event of bytes may have at most 255 bytes');
      }
      payload = { kind: 'bytes', bytes };
    } else if (type.trim() === 'application/json') {
      const text = bytes.toString();
      payload = { kind: 'json', json: text };
      if (parseJson(text) === undefined) throw new BroadcastRefused(422, 'The body is not JSON');
    } else {
      throw new BroadcastRefused(415, 'The body must be JSON or application/octet-stream');
    }
    const id = { name: topic, isPrivate: c.req.query('private') === 'true' };
    await send(c, caller, [{ id, broadcast: { event, payload } }]);
    return c.body(null, 202);
  });

  app.all('/websocket', (c) =>
    c.json({ message: 'This address accepts WebSocket connections only.' }, 426, {
      connection: 'upgrade',
      upgrade: 'websocket',
    }),
  );
  app.all('*', (c) =>
    c.json({ error: 'NotImplemented', message: 'Realtime does not serve this address.' }, 501),
  );
  return app;
}
