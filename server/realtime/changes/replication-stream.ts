import { randomUUID } from 'node:crypto';
import { Client, type ClientConfig } from 'pg';
import { keepAlive } from '#server/db/connections/connect-client.ts';
import { PgoutputDecoder, type ReplicationMessage } from './pgoutput.ts';

export interface ReplicationListener {
  onMessage(message: ReplicationMessage): void;
  /** The connection is lost, and with it the slot: changes may be missed. */
  onLost(error: unknown): void;
}

export interface ReplicationStream {
  /** Stops reading, so that PostgreSQL waits, or reads on. */
  setPaused(isPaused: boolean): void;
  /** Everything up to here has been processed, and PostgreSQL may remove it. */
  acknowledge(lsn: bigint): void;
  close(): Promise<void>;
}

const copyData = 0x64;
const walData = 0x77;
const keepalive = 0x6b;
const standbyStatus = 0x72;
const walHeaderLength = 25;
const statusLength = 34;
/** PostgreSQL ends a replication that has been silent for `wal_sender_timeout`, 60 s. */
const statusMs = 5_000;
const connectMs = 10_000;

/**
 * Streams the changes of publications through a temporary slot, which ends with the connection:
 * a server that dies retains no write-ahead log. Resolves once changes are streamed.
 */
export async function openReplication(
  login: ClientConfig,
  publications: readonly string[],
  listener: ReplicationListener,
): Promise<ReplicationStream> {
  const config = {
    ...login,
    ...keepAlive,
    replication: 'database',
    connectionTimeoutMillis: connectMs,
  };
  const client = new Client(config);
  let isClosed = false;
  let isOpened = false;
  const lose = (reason: unknown) => {
    if (isClosed) return;
    isClosed = true;
    clearInterval(timer);
    void client.end().catch(() => {});
    // Until then, the error is thrown. Reported as well, it would start a second series of attempts.
    if (isOpened) listener.onLost(reason);
  };
  client.on('error', lose);
  client.on('end', () => lose(new Error('The replication connection was closed.')));
  let acknowledged = 0n;
  let received = 0n;
  let hasUnprocessed = false;
  const timer = setInterval(() => sendStatus(), statusMs);

  /** Tells PostgreSQL how far this server is. Without open changes it is up to date. */
  function sendStatus(): void {
    const position = hasUnprocessed ? acknowledged : received;
    const message = Buffer.alloc(5 + statusLength);
    message[0] = copyData;
    message.writeUInt32BE(4 + statusLength, 1);
    message[5] = standbyStatus;
    for (const offset of [6, 14, 22]) message.writeBigUInt64BE(position, offset);
    message.writeBigUInt64BE(BigInt(Date.now() - 946_684_800_000) * 1000n, 30);
    if (!isClosed) client.connection.stream.write(message);
  }

  const decoder = new PgoutputDecoder();
  function receive(chunk: Buffer): void {
    if (isClosed) return;
    if (chunk[0] === walData) {
      hasUnprocessed = true;
      listener.onMessage(decoder.decode(chunk.subarray(walHeaderLength)));
      return;
    }
    if (chunk[0] !== keepalive) return;
    received = chunk.readBigUInt64BE(1);
    if (chunk[17] === 1) sendStatus();
  }

  try {
    await client.connect();
    const slot = `cuebook_${randomUUID().replaceAll('-', '')}`;
    await client.query(
      `CREATE_REPLICATION_SLOT ${slot} TEMPORARY LOGICAL pgoutput NOEXPORT_SNAPSHOT`,
    );
    const started = new Promise<void>((resolve) => {
      client.connection.once('replicationStart', () => resolve());
    });
    client.connection.on('copyData', ({ chunk }: { chunk: Buffer }) => {
      try {
        receive(chunk);
      } catch (error) {
        lose(error);
      }
    });
    const names = publications.join(',');
    const stream = client.query(
      `START_REPLICATION SLOT ${slot} LOGICAL 0/0 (proto_version '1', publication_names '${names}')`,
    );
    await Promise.race([started, stream]);
    if (isClosed) throw new Error('The replication connection was closed.');
    isOpened = true;
    stream.catch(lose);
  } catch (error) {
    isClosed = true;
    clearInterval(timer);
    void client.end().catch(() => {});
    throw error;
  }
  return {
    setPaused(isPaused) {
      const { stream } = client.connection;
      if (isPaused) stream.pause();
      else stream.resume();
    },
    acknowledge(lsn) {
      acknowledged = lsn;
      if (lsn > received) received = lsn;
      hasUnprocessed = false;
    },
    async close() {
      if (isClosed) return;
      isClosed = true;
      clearInterval(timer);
      // PostgreSQL ends a replication with the connection, but answers no goodbye.
      client.connection.stream.destroy();
      await client.end().catch(() => {});
    },
  };
}
