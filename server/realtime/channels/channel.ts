import { randomUUID } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import * as v from 'valibot';
import { callerKey } from '#server/http/caller/caller-key.ts';
import type { Caller } from '#server/http/caller/caller.ts';
import { jsonObject } from '#server/http/json/json-object.ts';
import type { JoinConfig } from '../protocol/join.ts';
import type { ClientMessage, Ref } from '../protocol/client-message.ts';
import type { Version } from '../protocol/message.ts';
import type { TopicRights } from '../topic-rights.ts';
import { type PresenceMeta, presences } from './presence-state.ts';
import {
  type Broadcast,
  encodeBroadcastFor,
  type Encoded,
  type Member,
  type Topic,
} from './topic.ts';
import { type TopicName, type Topics, wireName } from './topics.ts';

export interface ChannelConnection {
  readonly version: Version;
  /** The client's network address. */
  readonly address: string;
  /** Sends an event of the channel; `payload` is JSON text. */
  push(channel: Channel, event: string, payload: string, ref?: Ref): void;
  deliver(message: Encoded): void;
  /** Forgets the channel. */
  remove(channel: Channel): void;
}

export interface ChannelOptions {
  readonly id: TopicName;
  readonly joinRef: Ref;
  readonly config: JoinConfig;
  readonly accessToken: string | null;
  readonly caller: Caller;
  readonly rights: TopicRights;
}

interface ChannelServices {
  readonly topics: Topics;
  readonly limits: { readonly payloadBytes: number };
  readonly now: () => Date;
}

const broadcastMessage = v.object({ event: v.string() });
const presenceMessage = v.object({
  event: v.pipe(v.string(), v.toLowerCase(), v.picklist(['track', 'untrack'])),
  payload: v.nullish(v.unknown(), {}),
});
const storing = v.object({ persist: v.union([v.literal(true), v.looseObject({})]) });

/** A topic that a connection has joined. */
export class Channel implements Member {
  readonly id: TopicName;
  readonly joinRef: Ref;
  readonly config: JoinConfig;
  readonly #connection: ChannelConnection;
  readonly #services: ChannelServices;
  readonly #presenceKey: string;
  /** Ids of messages that it may receive both by replay and as they are sent. */
  readonly #receivedIds = new Set<string>();
  #isStarted = false;
  rightsReadAtMs: number;
  /** Ends the subscription to changes. */
  endSubscription: () => void = () => {};
  #topic: Topic | null = null;
  #wantsPresence: boolean;
  #tracked: PresenceMeta | null = null;
  /** The payload that the client tracks, without references. */
  #trackedPayload: Readonly<Record<string, unknown>> | null = null;
  #accessToken: string | null;
  #caller: Caller;
  #rights: TopicRights;

  constructor(connection: ChannelConnection, services: ChannelServices, options: ChannelOptions) {
    const { id, joinRef, config, accessToken, caller, rights } = options;
    this.id = id;
    this.joinRef = joinRef;
    this.config = config;
    this.#connection = connection;
    this.#services = services;
    this.#wantsPresence = config.presence.enabled;
    const key = config.presence.key;
    this.#presenceKey = key === '' ? randomUUID() : key;
    this.#accessToken = accessToken;
    this.#caller = caller;
    this.#rights = rights;
    this.rightsReadAtMs = services.now().getTime();
  }

  get version(): Version {
    return this.#connection.version;
  }

  get caller(): Caller {
    return this.#caller;
  }

  get callerKey(): string {
    return callerKey(this.#caller, () => this.#connection.address);
  }

  get accessToken(): string | null {
    return this.#accessToken;
  }

  get wireName(): string {
    return wireName(this.id.name);
  }

  /** Whether it may still receive messages: joined, with a token that has not expired. */
  get isOpen(): boolean {
    return this.#topic !== null && !this.hasExpired;
  }

  get hasExpired(): boolean {
    const expiry = this.#caller.claims?.exp;
    return expiry !== undefined && expiry * 1000 <= this.#services.now().getTime();
  }

  get canReadBroadcasts(): boolean {
    return this.#rights.readBroadcast && this.isOpen;
  }

  get canReadPresence(): boolean {
    return this.#wantsPresence && this.#rights.readPresence && this.isOpen;
  }

  isNew(id: string): boolean {
    if (this.#receivedIds.has(id)) return false;
    if (id !== '' && !this.#isStarted) this.#receivedIds.add(id);
    return true;
  }

  deliver(message: Encoded): void {
    this.#connection.deliver(message);
  }

  /** Begins to receive messages. */
  open(): void {
    this.#topic = this.#services.topics.join(this.id, this);
  }

  /** Sends what the client must know at the start: stored messages, and who is present. */
  start(stored: readonly Broadcast[]): void {
    for (const broadcast of stored) {
      if (!this.isNew(broadcast.id ?? '')) continue;
      const message = encodeBroadcastFor(this.version, this.wireName, broadcast);
      if (message !== null && this.canReadBroadcasts) this.deliver(message);
    }
    this.#isStarted = true;
    this.#sendPresenceState();
  }

  /** Uses a new token. Returns false if the caller lost a right to read that it had. */
  renew(accessToken: string, caller: Caller, rights: TopicRights): boolean {
    this.#accessToken = accessToken;
    this.#caller = caller;
    return this.updateRights(rights);
  }

  /** Uses the current rights. Returns false if the caller lost a right to read that it had. */
  updateRights(rights: TopicRights): boolean {
    const before = this.#rights;
    this.#rights = rights;
    this.rightsReadAtMs = this.#services.now().getTime();
    return !(
      (before.readBroadcast && !rights.readBroadcast) ||
      (before.readPresence && !rights.readPresence)
    );
  }

  /** Ends the channel with an error that the client's `system` listeners receive. */
  fail(message: string): void {
    this.sendSystem('system', 'error', message);
    this.end();
  }

  /** Changes that the client subscribed to may have been missed: makes it join again. */
  reset(): void {
    this.close();
    this.#connection.push(this, 'phx_error', '{}', this.joinRef);
  }

  pushChange(ids: readonly number[], data: string): void {
    this.#connection.push(this, 'postgres_changes', `{"ids":[${ids.join(',')}],"data":${data}}`);
  }

  /** Ends the channel; the client's status is CLOSED. */
  end(): void {
    this.close();
    this.#connection.push(this, 'phx_close', '{}', this.joinRef);
  }

  /** Stops receiving messages, and leaves the presences of the topic. */
  close(): void {
    if (this.#topic === null) return;
    this.#topic = null;
    this.#services.topics.leave(this.id, this);
    this.#untrack();
    this.endSubscription();
    this.#connection.remove(this);
  }

  sendSystem(extension: 'system' | 'postgres_changes', status: 'ok' | 'error', message: string) {
    const payload = { extension, status, message, channel: this.id.name };
    this.#connection.push(this, 'system', JSON.stringify(payload));
  }

  /** Handles a broadcast. `size` is the length of the whole message in bytes. */
  receiveBroadcast(message: ClientMessage, size: number): void {
    const ack = this.config.broadcast.ack;
    const reply = (status: 'ok' | 'error', reason?: string) => {
      if (!ack && reason !== storingRefused) return;
      const response = reason === undefined ? {} : { reason, error: reason };
      this.reply(message.ref, status, JSON.stringify(response));
    };
    const broadcast = readBroadcast(message);
    if (broadcast === null) {
      reply('error', 'A broadcast needs an event');
    } else if (v.is(storing, message.broadcast?.metadata ?? message.payload)) {
      reply('error', storingRefused);
    } else if (size > this.#services.limits.payloadBytes) {
      reply('error', 'payload_size_exceeded');
    } else if (!this.#rights.writeBroadcast) {
      reply('error', `You do not have permissions to write to this Channel topic: ${this.id.name}`);
    } else {
      const except = this.config.broadcast.self ? null : this;
      this.#services.topics.broadcast(this.id, broadcast, except);
      reply('ok');
    }
  }

  receivePresence(message: ClientMessage, size: number): void {
    const parsed = v.safeParse(presenceMessage, message.payload);
    const refuse = (reason: string) => this.reply(message.ref, 'error', JSON.stringify({ reason }));
    if (!parsed.success) {
      refuse('A presence message needs the event track or untrack');
      return;
    }
    if (parsed.output.event === 'untrack') {
      this.#untrack();
      this.reply(message.ref, 'ok');
      return;
    }
    const tracked = v.safeParse(jsonObject, parsed.output.payload);
    if (!tracked.success) {
      refuse('Presence track payload must be a map');
    } else if (size > this.#services.limits.payloadBytes) {
      refuse('payload_size_exceeded');
    } else if (!this.#rights.writePresence) {
      refuse(`You do not have permissions to write to this Channel topic: ${this.id.name}`);
    } else {
      this.reply(message.ref, 'ok');
      this.#track(tracked.output);
    }
  }

  reply(ref: Ref, status: 'ok' | 'error', response = '{}'): void {
    this.#connection.push(this, 'phx_reply', `{"status":"${status}","response":${response}}`, ref);
  }

  #track(payload: Readonly<Record<string, unknown>>): void {
    const before = this.#tracked;
    // Nothing to tell the others, as in upstream.
    if (before !== null && isDeepStrictEqual(payload, this.#trackedPayload)) return;
    this.#trackedPayload = payload;
    const meta: PresenceMeta = {
      ...payload,
      // Clients choose the payload. The id of their token keeps them from passing for others. Public
      // topics go without it, since strangers may read them.
      phx_user: this.id.isPrivate ? this.#caller.claims?.sub : undefined,
      ...(before === null ? {} : { phx_ref_prev: before.phx_ref }),
      phx_ref: this.#services.topics.nextPresenceRef(),
    };
    this.#tracked = meta;
    if (!this.#wantsPresence) {
      // A client that tracks itself also receives the presence of others from now on.
      this.#wantsPresence = true;
      this.#sendPresenceState();
    }
    this.#services.topics.changePresence(this.id, {
      joins: presences([[this.#presenceKey, [meta]]]),
      leaves: presences(before === null ? [] : [[this.#presenceKey, [before]]]),
    });
  }

  #untrack(): void {
    const meta = this.#tracked;
    if (meta === null) return;
    this.#tracked = null;
    this.#services.topics.changePresence(this.id, {
      joins: {},
      leaves: presences([[this.#presenceKey, [meta]]]),
    });
  }

  #sendPresenceState(): void {
    if (this.#topic === null || !this.canReadPresence) return;
    const state = JSON.stringify(this.#topic.presence.state);
    this.#connection.push(this, 'presence_state', state);
  }
}

const storingRefused = 'Storing broadcasts (persist) is not supported';

function readBroadcast(message: ClientMessage): Broadcast | null {
  if (message.broadcast !== null) return message.broadcast;
  const parsed = v.safeParse(broadcastMessage, message.payload);
  if (!parsed.success) return null;
  const json = JSON.stringify(message.payload);
  return { event: parsed.output.event, payload: { kind: 'message', json } };
}
