import * as v from 'valibot';
import { decodeBroadcastPush } from './broadcast-frame.ts';
import type { ClientMessage, Ref } from './client-message.ts';
import { parseShallowJson } from '#server/http/json/parse-json.ts';

/** The protocol versions: JSON objects (1.0.0), or arrays and binary frames (2.0.0). */
export const versions = ['1.0.0', '2.0.0'] as const;
export type Version = (typeof versions)[number];

/** A message to a client. `payload` is JSON text, so that many receivers share it. */
export interface ServerMessage {
  readonly joinRef?: Ref;
  readonly ref?: Ref;
  readonly topic: string;
  readonly event: string;
  readonly payload: string;
}

const ref = v.nullish(v.union([v.string(), v.number()]), null);
const topic = v.pipe(v.string(), v.maxLength(1_000));
const event = v.pipe(v.string(), v.maxLength(1_000));
const objectMessage = v.object({
  topic,
  event,
  payload: v.unknown(),
  ref,
  join_ref: ref,
});
const arrayMessage = v.tuple([ref, ref, topic, event, v.unknown()]);

/** Decodes a message. Returns null if it isn't one of the version. */
export function decodeMessage(
  version: Version,
  data: Buffer,
  isBinary: boolean,
): ClientMessage | null {
  if (isBinary) return version === '2.0.0' ? decodeBroadcastPush(data) : null;
  const json = parseShallowJson(data.toString());
  if (version === '1.0.0') {
    const parsed = v.safeParse(objectMessage, json);
    if (!parsed.success) return null;
    const { join_ref: joinRef, ...rest } = parsed.output;
    return { ...rest, joinRef, broadcast: null };
  }
  const parsed = v.safeParse(arrayMessage, json);
  if (!parsed.success) return null;
  const [joinRef, messageRef, name, kind, payload] = parsed.output;
  return { joinRef, ref: messageRef, topic: name, event: kind, payload, broadcast: null };
}

export function encodeMessage(version: Version, message: ServerMessage): string {
  const { joinRef = null, topic: name, event: kind, payload } = message;
  const encodedRef = JSON.stringify(message.ref ?? null);
  const encodedTopic = JSON.stringify(name);
  const encodedEvent = JSON.stringify(kind);
  return version === '1.0.0'
    ? `{"topic":${encodedTopic},"event":${encodedEvent},"payload":${payload},"ref":${encodedRef}}`
    : `[${JSON.stringify(joinRef)},${encodedRef},${encodedTopic},${encodedEvent},${payload}]`;
}
