import * as v from 'valibot';
import { presences, type PresenceDiff } from '../channels/presence-state.ts';
import type { Broadcast } from '../channels/topic.ts';
import type { TopicName } from '../channels/topics.ts';
import { parseJson } from '#server/http/json/parse-json.ts';

/**
 * A message from one node to all others. A state is all presences of its node: `presence` messages
 * between `stateStart` and `stateEnd`.
 */
export type NodeMessage =
  | { readonly kind: 'broadcast'; readonly id: TopicName; readonly broadcast: Broadcast }
  | { readonly kind: 'presence'; readonly id: TopicName; readonly diff: PresenceDiff }
  /** Asks a node for its state, or all if `node` is null. */
  | { readonly kind: 'ask'; readonly node: string | null }
  /** An address has sent broadcasts over HTTP, which count for its limit everywhere. */
  | { readonly kind: 'spent'; readonly address: string; readonly count: number }
  | { readonly kind: 'stateStart' | 'stateEnd' | 'heartbeat' | 'leave' };

const topic = v.object({ name: v.string(), isPrivate: v.boolean() });
// Pairs, because a key may be any text, even `__proto__`.
const presencePairs = v.array(
  v.tuple([v.string(), v.array(v.looseObject({ phx_ref: v.string() }))]),
);
/** The JSON part of a message. The payload of a broadcast follows as it is. */
const header = v.variant('kind', [
  v.object({
    kind: v.literal('broadcast'),
    id: topic,
    event: v.string(),
    meta: v.string(),
    payloadKind: v.picklist(['json', 'message', 'bytes']),
  }),
  v.object({
    kind: v.literal('presence'),
    id: topic,
    joins: presencePairs,
    leaves: presencePairs,
  }),
  v.object({ kind: v.literal('ask'), node: v.nullable(v.string()) }),
  v.object({ kind: v.literal('spent'), address: v.string(), count: v.number() }),
  v.object({ kind: v.picklist(['stateStart', 'stateEnd', 'heartbeat', 'leave']) }),
]);
type Header = v.InferOutput<typeof header>;

const lengthsLength = 8;

/** Encodes a message: the lengths of header and payload, the header as JSON, the payload. */
export function encodeNodeMessage(message: NodeMessage): Buffer {
  const payload = message.kind === 'broadcast' ? payloadOf(message.broadcast) : Buffer.alloc(0);
  const json = Buffer.from(JSON.stringify(headerOf(message)));
  const lengths = Buffer.alloc(lengthsLength);
  lengths.writeUInt32BE(json.length, 0);
  lengths.writeUInt32BE(payload.length, 4);
  return Buffer.concat([lengths, json, payload]);
}

/** Decodes a batch of messages. Skips those of a kind that this version doesn't know. */
export function* decodeNodeMessages(batch: Buffer): Generator<NodeMessage> {
  for (let offset = 0; offset < batch.length;) {
    const jsonStart = offset + lengthsLength;
    const payloadStart = jsonStart + batch.readUInt32BE(offset);
    const end = payloadStart + batch.readUInt32BE(offset + 4);
    const parsed = v.safeParse(header, parseJson(batch.toString('utf8', jsonStart, payloadStart)));
    if (parsed.success) yield messageOf(parsed.output, batch.subarray(payloadStart, end));
    offset = end;
  }
}

function payloadOf({ payload }: Broadcast): Buffer {
  return payload.kind === 'bytes' ? payload.bytes : Buffer.from(payload.json);
}

function headerOf(message: NodeMessage): Header {
  if (message.kind === 'broadcast') {
    const { event, meta = '', payload } = message.broadcast;
    return { kind: 'broadcast', id: message.id, event, meta, payloadKind: payload.kind };
  }
  if (message.kind !== 'presence') return message;
  const { kind, id, diff } = message;
  return { kind, id, joins: pairsOf(diff.joins), leaves: pairsOf(diff.leaves) };
}

function pairsOf(entries: PresenceDiff['joins']): v.InferOutput<typeof presencePairs> {
  return Object.entries(entries).map(([key, { metas }]) => [key, [...metas]]);
}

function messageOf(decoded: Header, bytes: Buffer): NodeMessage {
  if (decoded.kind === 'broadcast') {
    const { kind, id, event, meta, payloadKind } = decoded;
    const payload =
      payloadKind === 'bytes'
        ? { kind: payloadKind, bytes }
        : { kind: payloadKind, json: bytes.toString() };
    return { kind, id, broadcast: { event, meta, payload } };
  }
  if (decoded.kind !== 'presence') return decoded;
  const { kind, id, joins, leaves } = decoded;
  return { kind, id, diff: { joins: presences(joins), leaves: presences(leaves) } };
}
