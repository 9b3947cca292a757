import { setTimeout as pause } from 'node:timers/promises';
import type { Client, ClientConfig } from 'pg';
import { connectClient } from '#server/db/connections/connect-client.ts';
import { withSettings } from '#server/db/connections/with-settings.ts';
import type { Log } from '#server/log.ts';
import { type Chunk, ChunkOpener, ChunkSealer } from './sealed-chunks.ts';

export interface LinkListener {
  onChunk(chunk: Chunk): void;
  /** Chunks of others may have been missed before. */
  onConnected(): void;
  /** Unsent messages were discarded, because there were too many. */
  onDiscarded(): void;
}

const channel = 'cuebook_realtime';
/** Shows the connection's purpose in `pg_stat_activity`. */
const applicationName = 'cuebook_realtime_nodes';
/** Commits with notifications take a lock of the whole cluster, so they are at least this apart. */
const batchMs = 5;
const maxBatchBytes = 256 * 1024;
const maxUnsentBytes = 32 * 1024 * 1024;
const statementMs = 5_000;
const closeMs = 1_000;

/**
 * The connection of a process through which nodes on one database send each other messages, by
 * LISTEN and NOTIFY. Messages arrive in the order of each sender, each at most once.
 */
export class NodeLink {
  readonly #login: ClientConfig;
  readonly #log: Log;
  readonly #listener: LinkListener;
  readonly #sealer: ChunkSealer;
  readonly #opener: ChunkOpener;
  readonly #closing = new AbortController();
  readonly #ended: Promise<void>;
  #unsent: Buffer[] = [];
  #unsentBytes = 0;
  /** Sealed chunks whose notification isn't known to be committed. */
  #sealed: string[] = [];
  #wake = Promise.withResolvers<void>();
  #sentAtMs = 0;

  constructor(login: ClientConfig, secretKey: string, log: Log, listener: LinkListener) {
    this.#login = withSettings(
      login,
      `application_name=${applicationName}`,
      'synchronous_commit=off',
    );
    this.#log = log;
    this.#listener = listener;
    this.#sealer = new ChunkSealer(secretKey);
    this.#opener = new ChunkOpener(secretKey);
    this.#ended = this.#run();
  }

  /** The id of this node. */
  get node(): string {
    return this.#sealer.node;
  }

  /** Sends an encoded message soon, together with others. */
  send(message: Buffer): void {
    if (this.#unsentBytes + message.length > maxUnsentBytes) {
      this.#log.warn('messages to other servers were discarded', { bytes: this.#unsentBytes });
      this.#unsent = [];
      this.#unsentBytes = 0;
      this.#listener.onDiscarded();
    }
    this.#unsent.push(message);
    this.#unsentBytes += message.length;
    this.#wake.resolve();
  }

  /** Forgets a node that is gone. */
  forget(node: string): void {
    this.#opener.forget(node);
  }

  /** Sends what is unsent, unless that takes too long, and closes the connection. */
  async close(): Promise<void> {
    this.#closing.abort();
    this.#wake.resolve();
    await Promise.race([this.#ended, pause(closeMs, undefined, { ref: false })]);
  }

  async #run(): Promise<void> {
    for (let waitMs = 100; ; waitMs = Math.min(waitMs * 2, 2_000)) {
      let client: Client | null = null;
      try {
        client = await this.#connect();
        waitMs = 100;
        await this.#sendUntilClosed(client);
      } catch (error) {
        if (!this.#closing.signal.aborted) {
          this.#log.warn('the connection to other servers was lost; opening a new one', { error });
        }
      }
      void client?.end().catch(() => {});
      if (this.#closing.signal.aborted) return;
      await pause(waitMs, undefined, { signal: this.#closing.signal, ref: false }).catch(() => {});
    }
  }

  async #connect(): Promise<Client> {
    const client = await connectClient(this.#login, statementMs);
    client.on('notification', ({ payload = '' }) => {
      if (payload.startsWith(this.node)) return;
      const chunk = this.#opener.open(payload);
      if (chunk !== null) this.#listener.onChunk(chunk);
    });
    try {
      await client.query(`listen ${channel}`);
    } catch (error) {
      void client.end().catch(() => {});
      throw error;
    }
    this.#listener.onConnected();
    return client;
  }

  async #sendUntilClosed(client: Client): Promise<void> {
    let isOpen = true;
    client.once('end', () => {
      isOpen = false;
      this.#wake.resolve();
    });
    for (;;) {
      if (!isOpen) throw new Error('The connection was closed.');
      if (this.#sealed.length === 0) {
        const isClosing = this.#closing.signal.aborted;
        await this.#collect();
        if (isClosing && this.#sealed.length === 0) return;
      }
      if (this.#sealed.length === 0) continue;
      await client.query({
        name: 'notify',
        text: `select pg_notify('${channel}', payload) from unnest($1::text[]) payload`,
        values: [this.#sealed],
      });
      this.#sealed = [];
    }
  }

  /** Waits for messages, at least for a moment, and seals a batch of them. */
  async #collect(): Promise<void> {
    if (this.#unsent.length === 0 && !this.#closing.signal.aborted) await this.#wake.promise;
    this.#wake = Promise.withResolvers();
    const waitMs = this.#sentAtMs + batchMs - performance.now();
    if (waitMs > 0) await pause(waitMs);
    let bytes = 0;
    let count = 0;
    for (const message of this.#unsent) {
      if (bytes >= maxBatchBytes) break;
      bytes += message.length;
      count += 1;
    }
    this.#unsentBytes -= bytes;
    const batch = this.#unsent.splice(0, count);
    if (count > 0) this.#sealed = this.#sealer.seal(Buffer.concat(batch));
    this.#sentAtMs = performance.now();
  }
}
