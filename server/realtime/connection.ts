import type { WebSocket } from 'ws';
import { processorMs, RateLimit } from '#server/http/caller/address-rates.ts';
import { isApiKey } from '#server/http/caller/tokens.ts';
import { TooMuchWaits } from '#server/fair-limit.ts';
import { Channel, type ChannelConnection } from './channels/channel.ts';
import type { Broadcast, Encoded } from './channels/topic.ts';
import { CallerRefused, identifyCaller } from './identify-caller.ts';
import { parseJoin } from './protocol/join.ts';
import type { ClientMessage, Ref } from './protocol/client-message.ts';
import { decodeMessage, encodeMessage, type Version } from './protocol/message.ts';
import type { RealtimeServices } from './services.ts';
import {
  refuseChanges,
  reportReplication,
  reportSubscribed,
  subscribeAfterJoin,
  subscribeWithJoin,
} from './subscribe-channel.ts';
import { JoinRefused, TopicAccess } from './topic-access.ts';
import { TopicQueue } from './topic-queue.ts';
import type { TopicRights } from './topic-rights.ts';

/** WebSocket close codes. */
const policyViolation = 1008;
const invalidMessage = 1007;
const goingAway = 1001;
const tryAgainLater = 1013;

const topicPrefix = 'realtime:';

export interface ConnectionOptions {
  readonly version: Version;
  readonly apiKey: string | null;
  /** The client's network address. */
  readonly address: string;
  /** The headers of the upgrade request as JSON text, for policies. */
  readonly headers: string;
  /** Whether the client has no place, and only learns why it can't join. */
  readonly isSurplus: boolean;
}

/** A WebSocket and the channels that it has joined. */
export class Connection implements ChannelConnection {
  readonly version: Version;
  readonly address: string;
  readonly #socket: WebSocket;
  readonly #services: RealtimeServices;
  readonly #options: ConnectionOptions;
  readonly #access: TopicAccess;
  readonly #channels = new Map<string, Channel>();
  readonly #queue = new TopicQueue();
  readonly #messageRate: RateLimit;
  readonly #heartbeatRate: RateLimit;
  readonly #joinRate: RateLimit;
  #lastMessageAt: number;
  #isClosed = false;

  constructor(socket: WebSocket, services: RealtimeServices, options: ConnectionOptions) {
    this.#socket = socket;
    this.#services = services;
    this.#options = options;
    this.#access = new TopicAccess(services, options.address, options.headers);
    this.version = options.version;
    this.address = options.address;
    const now = services.now().getTime();
    this.#messageRate = new RateLimit(services.limits.messagesPerSecond, now);
    // Apart, so that a busy client's heartbeat comes through.
    this.#heartbeatRate = new RateLimit(services.limits.messagesPerSecond, now);
    this.#joinRate = new RateLimit(services.limits.joinsPerSecond, now);
    this.#lastMessageAt = now;
    socket.on('message', (data, isBinary) => {
      // The socket's binaryType is nodebuffer.
      if (!Buffer.isBuffer(data)) return;
      // An error would end the process.
      try {
        this.#inShare(() => this.#receive(data, isBinary));
      } catch (error) {
        this.#fail('message', error);
      }
    });
    socket.on('close', () => this.#forgetChannels());
    // 'close' follows. Without a listener, an error would end the process.
    socket.on('error', () => {});
  }

  /** Ends channels whose token or right has ended, and the connection if its client is silent. */
  sweep(nowMs: number): void {
    if (nowMs - this.#lastMessageAt > this.#services.limits.idleMs) {
      this.#socket.terminate();
      return;
    }
    for (const channel of this.#channels.values()) {
      if (channel.hasExpired) {
        channel.fail('Token has expired');
      } else if (
        channel.id.isPrivate &&
        nowMs - channel.rightsReadAtMs >= this.#services.limits.rightsMs
      ) {
        channel.rightsReadAtMs = nowMs;
        void this.#checkRights(channel);
      }
    }
  }

  /** Asks the policies again: a right may be lost while the token is valid. */
  async #checkRights(channel: Channel): Promise<void> {
    const { caller, id } = channel;
    try {
      const rights = await this.#access.readRights(caller, id.name);
      // A new token was checked in the meantime.
      if (!channel.isOpen || channel.caller !== caller) return;
      if (!channel.updateRights(rights)) channel.fail(lostPermission(id.name));
    } catch (error) {
      if (error instanceof TooMuchWaits) channel.reset();
      else this.#access.logUnread(error);
    }
  }

  close(): void {
    this.#end(goingAway, 'The server is stopping');
  }

  /** Leaves its place to another network address. */
  giveWay(): void {
    this.#end(tryAgainLater, 'Too many connected users of this address');
  }

  terminate(): void {
    this.#socket.terminate();
  }

  push(channel: Channel, event: string, payload: string, ref: Ref = null): void {
    // Only replies and the end of a channel belong to one join.
    const joinRef = ref === null ? null : channel.joinRef;
    this.#send(
      encodeMessage(this.version, { joinRef, ref, topic: channel.wireName, event, payload }),
    );
  }

  /** Sends a message. A client that is too slow to receive is dropped, never waited for. */
  deliver({ bytes, isBinary }: Encoded): void {
    if (this.#socket.readyState !== this.#socket.OPEN) return;
    if (this.#socket.bufferedAmount > this.#services.limits.bufferedBytes) {
      this.#services.log.info('a slow realtime client was disconnected', {
        bufferedBytes: this.#socket.bufferedAmount,
      });
      this.#forgetChannels();
      this.#socket.terminate();
      return;
    }
    this.#socket.send(bytes, { binary: isBinary });
  }

  remove(channel: Channel): void {
    if (this.#channels.get(channel.wireName) === channel) this.#channels.delete(channel.wireName);
  }

  #send(text: string): void {
    this.deliver({ bytes: Buffer.from(text), isBinary: false });
  }

  /** Closes the connection, and reads nothing more that its client sends. */
  #end(code: number, reason: string): void {
    this.#socket.close(code, reason);
    this.#forgetChannels();
  }

  #forgetChannels(): void {
    if (this.#isClosed) return;
    this.#isClosed = true;
    for (const channel of this.#channels.values()) channel.close();
  }

  /** Does some work, and then reads nothing more for a while if its address has used its time. */
  #inShare(work: () => void): void {
    const startedAt = processorMs();
    work();
    const tookMs = processorMs() - startedAt;
    const pauseMs = this.#services.addressTimes.spend(this.address, tookMs);
    if (pauseMs === 0 || this.#socket.isPaused) return;
    this.#socket.pause();
    setTimeout(() => this.#socket.resume(), pauseMs).unref();
  }

  #receive(data: Buffer, isBinary: boolean): void {
    if (this.#isClosed) return;
    const now = this.#services.now().getTime();
    this.#lastMessageAt = now;
    const message = decodeMessage(this.version, data, isBinary);
    if (message === null) {
      this.#end(invalidMessage, 'Not a message of the protocol');
      return;
    }
    if (message.topic === 'phoenix' && message.event === 'heartbeat') {
      if (this.#heartbeatRate.take(now)) this.#reply(message, 'ok');
      else this.#end(policyViolation, 'Too many heartbeats per second');
      return;
    }
    if (message.event === 'phx_join') {
      if (!this.#joinRate.take(now)) {
        this.#refuse(message, 'ClientJoinRateLimitReached: Too many joins per second');
        this.#end(policyViolation, 'Too many joins per second');
        return;
      }
    } else if (!this.#messageRate.take(now)) {
      const channel = this.#channels.get(message.topic);
      if (channel === undefined) this.#end(policyViolation, 'Too many messages per second');
      else channel.fail('Too many messages per second');
      return;
    }
    this.#handleInOrder(message, data.length);
  }

  /** Handles a message at once, unless a join or a token of its topic comes first or takes time. */
  #handleInOrder(message: ClientMessage, size: number): void {
    const { topic, event } = message;
    const isSlow = event === 'phx_join' || event === 'access_token';
    if (!isSlow && !this.#queue.has(topic)) {
      this.#handle(message, size);
      return;
    }
    if (this.#queue.isFull) {
      this.#end(policyViolation, 'Too many messages');
      return;
    }
    this.#queue.add(topic, async () => {
      if (this.#isClosed) return;
      try {
        if (event === 'phx_join') await this.#join(message);
        else if (event === 'access_token') await this.#renewToken(message);
        else this.#inShare(() => this.#handle(message, size));
      } catch (error) {
        this.#fail(event, error);
      }
    });
  }

  #fail(event: string, error: unknown): void {
    this.#services.log.error('a realtime message failed', { event, error });
    this.#socket.terminate();
  }

  #handle(message: ClientMessage, size: number): void {
    const channel = this.#channelOf(message);
    if (message.event === 'phx_leave') {
      this.#reply(message, 'ok');
      channel?.end();
    } else if (channel === null) {
      this.#refuse(message, 'unmatched topic');
    } else if (channel.hasExpired) {
      channel.fail('Token has expired');
    } else if (message.event === 'broadcast') {
      channel.receiveBroadcast(message, size);
    } else if (message.event === 'presence') {
      channel.receivePresence(message, size);
    } else {
      this.#refuse(message, `unknown event ${message.event.slice(0, 100)}`);
    }
  }

  /** Returns the channel of a message, unless the message belongs to an earlier join. */
  #channelOf({ topic, joinRef }: ClientMessage): Channel | null {
    const channel = this.#channels.get(topic);
    if (channel === undefined) return null;
    // A binary frame has the text of a reference that may be a number elsewhere.
    return joinRef === null || String(joinRef) === String(channel.joinRef) ? channel : null;
  }

  async #join(message: ClientMessage): Promise<void> {
    try {
      await this.#tryJoin(message);
    } catch (error) {
      if (!(error instanceof JoinRefused || error instanceof CallerRefused)) throw error;
      this.#refuse(message, error.message);
    }
  }

  async #tryJoin(message: ClientMessage): Promise<void> {
    if (this.#options.isSurplus) {
      throw new JoinRefused('ConnectionRateLimitReached: Too many connected users');
    }
    const name = message.topic.slice(topicPrefix.length);
    if (!message.topic.startsWith(topicPrefix)) throw new JoinRefused('unmatched topic');
    if (name === '') throw new JoinRefused('TopicNameRequired: You must provide a topic name');
    // A client that joins again has forgotten its first join.
    this.#channels.get(message.topic)?.end();
    this.#checkChannelCount();
    const join = parseJoin(message.payload);
    if ('problem' in join) throw new JoinRefused(`InvalidJoinPayload: ${join.problem}`);
    const { config, accessToken, isLegacy } = join;
    const changes = join.changes.map(({ sent, change }) => ({
      id: this.#services.changes.nextId(),
      sent,
      change,
    }));
    const caller = await identifyCaller(this.#services.verifier, this.#options.apiKey, accessToken);
    const id = { name, isPrivate: config.private };
    const rights = await this.#access.rightsTo(caller, id);
    if (this.#isClosed) return;
    // Other joins may have come first.
    this.#checkChannelCount();
    const channel = new Channel(this, this.#services, {
      id,
      joinRef: message.joinRef ?? message.ref,
      config,
      accessToken,
      caller,
      rights,
    });
    this.#channels.set(message.topic, channel);
    channel.open();
    const stored = await this.#readStored(channel, rights);
    if (!channel.isOpen) return;
    const doesWait = config.postgres_changes_options.wait && changes.length > 0;
    if (doesWait) {
      await subscribeWithJoin(this.#services, channel, changes);
      if (!channel.isOpen) return;
    }
    const confirmed = changes.map(({ id: changeId, sent }) => ({ ...sent, id: changeId }));
    channel.reply(message.ref, 'ok', JSON.stringify({ postgres_changes: confirmed }));
    channel.start(stored);
    if (isLegacy) refuseChanges(channel, 'the join has no config');
    if (doesWait) reportSubscribed(channel);
    else if (changes.length > 0) void subscribeAfterJoin(this.#services, channel, changes);
    void reportReplication(this.#services, channel);
  }

  /** Reads the messages to replay. The channel is open, so none is missed while they are read. */
  async #readStored(channel: Channel, rights: TopicRights): Promise<Broadcast[]> {
    const { caller, id, config } = channel;
    const replay = config.broadcast.replay ?? null;
    try {
      return await this.#access.storedMessages(caller, id, replay, rights);
    } catch (error) {
      channel.close();
      throw error;
    }
  }

  #checkChannelCount(): void {
    if (this.#channels.size < this.#services.limits.channels) return;
    throw new JoinRefused('ChannelRateLimitReached: Too many channels');
  }

  async #renewToken(message: ClientMessage): Promise<void> {
    const channel = this.#channelOf(message);
    const token = tokenOf(message.payload);
    if (channel === null || token === null || token === channel.accessToken) return;
    // Clients without a session of their own send their API key with each heartbeat, also if the
    // channel was joined with a token from elsewhere.
    if (isApiKey(token)) return;
    try {
      const { verifier } = this.#services;
      const caller = await identifyCaller(verifier, this.#options.apiKey, token);
      const rights = await this.#access.rightsTo(caller, channel.id);
      if (!channel.renew(token, caller, rights)) {
        channel.fail(lostPermission(channel.id.name));
      }
    } catch (error) {
      if (!(error instanceof JoinRefused || error instanceof CallerRefused)) throw error;
      // The code of the error is part of the answer to a join only.
      channel.fail(error.message.replace(/^\w+: /, ''));
    }
  }

  #refuse(message: ClientMessage, reason: string): void {
    this.#reply(message, 'error', JSON.stringify({ reason }));
  }

  #reply({ joinRef, ref, topic }: ClientMessage, status: 'ok' | 'error', response = '{}'): void {
    const payload = `{"status":"${status}","response":${response}}`;
    this.#send(encodeMessage(this.version, { joinRef, ref, topic, event: 'phx_reply', payload }));
  }
}

function lostPermission(topic: string): string {
  return `You no longer have permission to read from this Channel topic: ${topic}`;
}

function tokenOf(payload: unknown): string | null {
  if (typeof payload !== 'object' || payload === null || !('access_token' in payload)) return null;
  return typeof payload.access_token === 'string' ? payload.access_token : null;
}
