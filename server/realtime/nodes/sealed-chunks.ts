import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto';

/**
 * A notification: the sender's id, then in base64 a sequence number, flags, a part of a batch, and a
 * tag. Listening takes no privilege in PostgreSQL, so parts are encrypted; the tag shows that a
 * server with the same secret key sent them.
 */
const nodeIdBytes = 15;
const nodeIdLength = 20;
const headerLength = 9;
const tagLength = 16;
/** PostgreSQL accepts payloads of less than 8,000 bytes. */
const maxNotificationLength = 7_999;
const maxPartLength =
  Math.floor((maxNotificationLength - nodeIdLength) / 4) * 3 - headerLength - tagLength;
const algorithm = 'aes-256-gcm';
const firstFlag = 1;
const lastFlag = 2;

/** A part of a batch that a node sent. */
export interface Chunk {
  readonly node: string;
  /** Counts the node's chunks, from 1. */
  readonly sequence: number;
  readonly isFirst: boolean;
  readonly isLast: boolean;
  readonly part: Buffer;
}

/** Splits and encrypts what a node sends. */
export class ChunkSealer {
  /** Names the node. A restarted node has a new id, so that no sequence number comes twice. */
  readonly node = randomBytes(nodeIdBytes).toString('base64');
  readonly #key: Buffer;
  #sequence = 0;

  constructor(secretKey: string) {
    this.#key = deriveKey(secretKey, this.node);
  }

  /** Returns the payloads of notifications that together carry the batch. */
  seal(batch: Buffer): string[] {
    const payloads: string[] = [];
    for (let start = 0; start === 0 || start < batch.length; start += maxPartLength) {
      const end = start + maxPartLength;
      const header = Buffer.alloc(headerLength);
      header.writeBigUInt64BE(BigInt((this.#sequence += 1)));
      header[8] = (start === 0 ? firstFlag : 0) | (end >= batch.length ? lastFlag : 0);
      const cipher = createCipheriv(algorithm, this.#key, nonceOf(header)).setAAD(header);
      const sealed = [cipher.update(batch.subarray(start, end)), cipher.final()];
      const bytes = Buffer.concat([header, ...sealed, cipher.getAuthTag()]);
      payloads.push(this.node + bytes.toString('base64'));
    }
    return payloads;
  }
}

/** Decrypts what other nodes sent. */
export class ChunkOpener {
  readonly #secretKey: string;
  readonly #keys = new Map<string, Buffer>();

  constructor(secretKey: string) {
    this.#secretKey = secretKey;
  }

  /** Returns null if no node with the same secret key sent the payload. */
  open(payload: string): Chunk | null {
    const node = payload.slice(0, nodeIdLength);
    const bytes = Buffer.from(payload.slice(nodeIdLength), 'base64');
    if (bytes.length < headerLength + tagLength) return null;
    const key = this.#keys.get(node) ?? deriveKey(this.#secretKey, node);
    const header = bytes.subarray(0, headerLength);
    const decipher = createDecipheriv(algorithm, key, nonceOf(header), {
      authTagLength: tagLength,
    });
    decipher.setAAD(header).setAuthTag(bytes.subarray(-tagLength));
    try {
      const sealed = bytes.subarray(headerLength, -tagLength);
      const part = Buffer.concat([decipher.update(sealed), decipher.final()]);
      this.#keys.set(node, key);
      const flags = header[8] ?? 0;
      return {
        node,
        sequence: Number(header.readBigUInt64BE()),
        isFirst: (flags & firstFlag) !== 0,
        isLast: (flags & lastFlag) !== 0,
        part,
      };
    } catch {
      return null;
    }
  }

  /** Forgets the key of a node that is gone. */
  forget(node: string): void {
    this.#keys.delete(node);
  }
}

/** A key for each node, so that the sequence number is a nonce that is never used twice. */
function deriveKey(secretKey: string, node: string): Buffer {
  return Buffer.from(hkdfSync('sha256', secretKey, node, 'cuebook realtime nodes', 32));
}

function nonceOf(header: Buffer): Buffer {
  const nonce = Buffer.alloc(12);
  header.copy(nonce, 4, 0, 8);
  return nonce;
}
