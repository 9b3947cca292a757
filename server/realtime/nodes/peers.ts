import type { AddressRates } from '#server/http/caller/address-rates.ts';
import type { Broadcast } from '../channels/topic.ts';
import type { PresenceDiff } from '../channels/presence-state.ts';
import type { Forwarding, TopicName, Topics } from '../channels/topics.ts';
import type { RealtimeDependencies } from '../dependencies.ts';
import { ChunkReader } from './chunk-reader.ts';
import { NodeLink } from './node-link.ts';
import { decodeNodeMessages, encodeNodeMessage, type NodeMessage } from './node-message.ts';
import { NodePresences } from './node-presences.ts';
import type { Chunk } from './sealed-chunks.ts';

/** Another process that serves clients from the same database. */
interface Peer {
  readonly chunks: ChunkReader;
  presences: NodePresences;
  /** The part of its state that has arrived; null outside of a state. */
  arriving: NodePresences | null;
  /** Whether `presences` is its state. */
  isComplete: boolean;
  heardAtMs: number;
  askedAtMs: number;
}

const heartbeatMs = 2_000;
/** Presences of a node that was silent for so long are removed. */
const deadMs = 8_000;
const askAgainMs = 1_000;
/** Nodes that ask at the same time get one state. */
const stateDelayMs = 20;

/**
 * The other nodes on the database. Passes on what clients of this node send, and keeps the
 * presences of each node apart, so that they end with it.
 */
export class Peers implements Forwarding {
  readonly #topics: Topics;
  readonly #addressRates: AddressRates;
  readonly #now: () => Date;
  readonly #link: NodeLink;
  readonly #own = new NodePresences();
  readonly #peers = new Map<string, Peer>();
  readonly #timer: NodeJS.Timeout;
  #stateTimer: NodeJS.Timeout | null = null;
  /** Whether no other node has answered, so that nobody needs messages. */
  #isAlone = false;
  #beatAtMs = performance.now();

  constructor(
    { database, secrets, log, now }: RealtimeDependencies,
    { topics, addressRates }: { readonly topics: Topics; readonly addressRates: AddressRates },
  ) {
    this.#topics = topics;
    this.#addressRates = addressRates;
    this.#now = now;
    this.#link = new NodeLink(database.ownerLogin, secrets.secretKey, log, {
      onChunk: (chunk) => this.#receive(chunk),
      onConnected: () => this.#greet(),
      onDiscarded: () => this.#sendStateSoon(),
    });
    topics.forwardTo(this);
    this.#timer = setInterval(() => this.#beat(), heartbeatMs);
    this.#timer.unref();
  }

  broadcast(id: TopicName, broadcast: Broadcast): void {
    this.#send({ kind: 'broadcast', id, broadcast });
  }

  changePresence(id: TopicName, diff: PresenceDiff): void {
    this.#own.apply(id, diff);
    this.#send({ kind: 'presence', id, diff });
  }

  /** Reports messages over HTTP, so that an address has one limit on all nodes. */
  reportSpent(address: string, count: number): void {
    this.#send({ kind: 'spent', address, count });
  }

  async close(): Promise<void> {
    clearInterval(this.#timer);
    clearTimeout(this.#stateTimer ?? undefined);
    this.#link.send(encodeNodeMessage({ kind: 'leave' }));
    await this.#link.close();
  }

  #send(message: NodeMessage): void {
    if (!this.#isAlone) this.#link.send(encodeNodeMessage(message));
  }

  /** Tells all nodes what they need to know, and asks for the same. */
  #greet(): void {
    this.#isAlone = false;
    const nowMs = performance.now();
    this.#beatAtMs = nowMs;
    for (const peer of this.#peers.values()) peer.heardAtMs = nowMs;
    this.#send({ kind: 'ask', node: null });
    this.#sendState();
  }

  #sendStateSoon(): void {
    this.#stateTimer ??= setTimeout(() => this.#sendState(), stateDelayMs).unref();
  }

  #sendState(): void {
    clearTimeout(this.#stateTimer ?? undefined);
    this.#stateTimer = null;
    this.#send({ kind: 'stateStart' });
    for (const [id, joins] of this.#own.entries()) {
      this.#send({ kind: 'presence', id, diff: { joins, leaves: {} } });
    }
    this.#send({ kind: 'stateEnd' });
  }

  #beat(): void {
    const nowMs = performance.now();
    // While this process stood still, it heard nobody.
    const stoodStillMs = nowMs - this.#beatAtMs - heartbeatMs;
    this.#beatAtMs = nowMs;
    for (const [node, peer] of this.#peers) {
      if (stoodStillMs > heartbeatMs) peer.heardAtMs += stoodStillMs;
      if (nowMs - peer.heardAtMs > deadMs) this.#forget(node, peer);
    }
    this.#isAlone = this.#peers.size === 0;
    this.#link.send(encodeNodeMessage({ kind: 'heartbeat' }));
  }

  #receive(chunk: Chunk): void {
    const { node } = chunk;
    const nowMs = performance.now();
    let peer = this.#peers.get(node);
    if (peer === undefined) {
      peer = {
        chunks: new ChunkReader(),
        presences: new NodePresences(),
        arriving: null,
        isComplete: false,
        heardAtMs: nowMs,
        askedAtMs: 0,
      };
      this.#peers.set(node, peer);
      this.#isAlone = false;
    }
    peer.heardAtMs = nowMs;
    const { batch, hasMissed } = peer.chunks.take(chunk);
    if (hasMissed) {
      peer.arriving = null;
      peer.isComplete = false;
    }
    if (batch !== null) {
      for (const message of decodeNodeMessages(batch)) this.#handle(node, peer, message);
    }
    if (!peer.isComplete && this.#peers.has(node) && nowMs - peer.askedAtMs > askAgainMs) {
      peer.askedAtMs = nowMs;
      this.#send({ kind: 'ask', node });
    }
  }

  #handle(node: string, peer: Peer, message: NodeMessage): void {
    switch (message.kind) {
      case 'broadcast':
        this.#topics.deliver(message.id, message.broadcast);
        break;
      case 'presence':
        if (peer.arriving !== null) peer.arriving.apply(message.id, message.diff);
        else this.#apply(peer, message.id, message.diff);
        break;
      case 'stateStart':
        peer.arriving = new NodePresences();
        break;
      case 'stateEnd':
        if (peer.arriving !== null) this.#complete(peer, peer.arriving);
        break;
      case 'ask':
        if (message.node === null || message.node === this.#link.node) this.#sendStateSoon();
        break;
      case 'spent': {
        const nowMs = this.#now().getTime();
        this.#addressRates.of(message.address, nowMs).spend(nowMs, message.count);
        break;
      }
      case 'heartbeat':
        break;
      case 'leave':
        this.#forget(node, peer);
    }
  }

  #apply(peer: Peer, id: TopicName, diff: PresenceDiff): void {
    peer.presences.apply(id, diff);
    this.#topics.applyPresence(id, diff);
  }

  /** Uses a state that has arrived whole, and tells members only what differs. */
  #complete(peer: Peer, state: NodePresences): void {
    for (const [id, diff] of peer.presences.differencesTo(state)) {
      this.#topics.applyPresence(id, diff);
    }
    peer.presences = state;
    peer.arriving = null;
    peer.isComplete = true;
  }

  #forget(node: string, peer: Peer): void {
    this.#peers.delete(node);
    this.#link.forget(node);
    this.#complete(peer, new NodePresences());
  }
}
