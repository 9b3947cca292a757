import type { BroadcastPayload, ClientMessage } from './client-message.ts';
import { parseJson, parseShallowJson } from '#server/http/json/parse-json.ts';

/** Binary frames of version 2.0.0: one kind per direction, then lengths, texts and the payload. */
const pushKind = 3;
const broadcastKind = 4;
const bytesEncoding = 0;
const jsonEncoding = 1;
const pushHeaderLength = 7;
const broadcastHeaderLength = 5;
const maxTextLength = 255;

/** Decodes a client's broadcast. Returns null if the frame is none. */
export function decodeBroadcastPush(frame: Buffer): ClientMessage | null {
  if (frame.length < pushHeaderLength || frame[0] !== pushKind) return null;
  const texts: string[] = [];
  let offset = pushHeaderLength;
  for (let index = 1; index <= 5; index += 1) {
    const end = offset + (frame[index] ?? 0);
    texts.push(frame.toString('utf8', offset, end));
    offset = end;
  }
  if (offset > frame.length) return null;
  const [joinRef = '', ref = '', topic = '', event = '', metadata = ''] = texts;
  const payload = decodePayload(frame[6], frame.subarray(offset));
  if (payload === null) return null;
  const broadcast = {
    event,
    payload,
    metadata: metadata === '' ? null : parseShallowJson(metadata),
  };
  return {
    joinRef: joinRef === '' ? null : joinRef,
    ref: ref === '' ? null : ref,
    topic,
    event: 'broadcast',
    payload: null,
    broadcast,
  };
}

function decodePayload(encoding: number | undefined, bytes: Buffer): BroadcastPayload | null {
  if (encoding === bytesEncoding) return { kind: 'bytes', bytes };
  if (encoding !== jsonEncoding) return null;
  // Receivers of version 1.0.0 get it inside JSON, so invalid text must not pass.
  const json = bytes.toString();
  return parseJson(json) === undefined ? null : { kind: 'json', json };
}

/** Returns whether a broadcast's topic and event fit into a binary frame. */
export function fitsFrame(topic: string, event: string, meta = ''): boolean {
  return [topic, event, meta].every((text) => Buffer.byteLength(text) <= maxTextLength);
}

/** Encodes a broadcast for a client. `meta` is JSON text, or empty. */
export function encodeBroadcast(
  topic: string,
  event: string,
  payload: Exclude<BroadcastPayload, { kind: 'message' }>,
  meta = '',
): Buffer {
  const texts = [topic, event, meta].map((text) => Buffer.from(text));
  const header = Buffer.alloc(broadcastHeaderLength);
  header[0] = broadcastKind;
  for (const [index, text] of texts.entries()) header[index + 1] = text.length;
  header[4] = payload.kind === 'json' ? jsonEncoding : bytesEncoding;
  const body = payload.kind === 'json' ? Buffer.from(payload.json) : payload.bytes;
  return Buffer.concat([header, ...texts, body]);
}
