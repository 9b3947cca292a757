import { encodeBroadcast, fitsFrame } from '../protocol/broadcast-frame.ts';
import type { BroadcastPayload } from '../protocol/client-message.ts';
import { encodeMessage, type Version } from '../protocol/message.ts';
import { type PresenceDiff, PresenceState } from './presence-state.ts';

/** A channel of one connection, as its topic sees it. */
export interface Member {
  readonly version: Version;
  /** Whether it may have broadcasts right now, by its rights and the end of its token. */
  readonly canReadBroadcasts: boolean;
  /** Whether it wants presence, and may have it. */
  readonly canReadPresence: boolean;
  /** Returns whether it has not received the message from the database with this id by replay. */
  isNew(id: string): boolean;
  /** Sends an encoded message. Strings go out as text, buffers as binary frames. */
  deliver(message: Encoded): void;
}

/** An encoded message, shared by all its receivers. */
export interface Encoded {
  readonly bytes: Buffer;
  readonly isBinary: boolean;
}

export interface Broadcast {
  readonly event: string;
  readonly payload: BroadcastPayload;
  /** JSON text that clients receive beside the payload; empty without. */
  readonly meta?: string;
  /** The id of a message from the database. */
  readonly id?: string;
}

/** Encodes a broadcast. Returns null if a client of the version can't receive it. */
export function encodeBroadcastFor(
  version: Version,
  topic: string,
  { event, payload, meta = '' }: Broadcast,
): Encoded | null {
  if (payload.kind === 'message') return encodeText(version, topic, 'broadcast', payload.json);
  if (version === '2.0.0' && fitsFrame(topic, event, meta)) {
    return { bytes: encodeBroadcast(topic, event, payload, meta), isBinary: true };
  }
  if (payload.kind === 'bytes') return null;
  const fields = [
    '"type":"broadcast"',
    `"event":${JSON.stringify(event)}`,
    `"payload":${payload.json}`,
    ...(meta === '' ? [] : [`"meta":${meta}`]),
  ];
  return encodeText(version, topic, 'broadcast', `{${fields.join(',')}}`);
}

function encodeText(version: Version, topic: string, event: string, payload: string): Encoded {
  return {
    bytes: Buffer.from(encodeMessage(version, { topic, event, payload })),
    isBinary: false,
  };
}

/** The members of a topic on this server, and who is present. */
export class Topic {
  readonly #name: string;
  readonly #members = new Set<Member>();
  readonly presence = new PresenceState();

  /** `name` is the topic's name in messages. */
  constructor(name: string) {
    this.#name = name;
  }

  get isUnused(): boolean {
    return this.#members.size === 0 && this.presence.isEmpty;
  }

  add(member: Member): void {
    this.#members.add(member);
  }

  remove(member: Member): void {
    this.#members.delete(member);
  }

  broadcast(broadcast: Broadcast, except: Member | null): void {
    const { id = '' } = broadcast;
    this.#deliver(
      (member) => member !== except && member.canReadBroadcasts && member.isNew(id),
      (version) => encodeBroadcastFor(version, this.#name, broadcast),
    );
  }

  /** Applies a change of who is present, and tells the members. */
  applyPresence(diff: PresenceDiff): void {
    this.presence.apply(diff);
    const payload = JSON.stringify(diff);
    this.#deliver(
      (member) => member.canReadPresence,
      (version) => encodeText(version, this.#name, 'presence_diff', payload),
    );
  }

  /** Encodes at most once for each protocol version. */
  #deliver(
    isReceiver: (member: Member) => boolean,
    encode: (version: Version) => Encoded | null,
  ): void {
    const encoded = new Map<Version, Encoded | null>();
    for (const member of this.#members) {
      if (!isReceiver(member)) continue;
      let message = encoded.get(member.version);
      if (message === undefined) {
        message = encode(member.version);
        encoded.set(member.version, message);
      }
      if (message !== null) member.deliver(message);
    }
  }
}
