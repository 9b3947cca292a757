/**
 * Decodes pgoutput, the format of PostgreSQL's logical replication (PostgreSQL manual, 'Logical
 * Replication Message Formats'), protocol version 1. Values stay in PostgreSQL's text format.
 */

/** A value as text; null for NULL, undefined if the message lacks it. */
export type Value = string | null | undefined;

export interface Relation {
  readonly schema: string;
  readonly table: string;
  readonly columns: readonly { readonly name: string; readonly isKey: boolean }[];
  /** Whether old rows come with all columns, not only their key. */
  readonly hasFullIdentity: boolean;
}

export type Values = ReadonlyMap<string, Value>;

export interface RowChange {
  readonly tag: 'INSERT' | 'UPDATE' | 'DELETE';
  readonly relation: Relation;
  /** The row after the change; null for DELETE. */
  readonly row: Values | null;
  /** The old key, or the old row; null if the key is the same. */
  readonly old: Values | null;
}

export type ReplicationMessage =
  | RowChange
  | { readonly tag: 'begin'; readonly xid: string; readonly committedAt: Date }
  | { readonly tag: 'commit'; readonly endLsn: bigint }
  | { readonly tag: 'relation'; readonly relation: Relation }
  | { readonly tag: 'other' };

/** Milliseconds from 1970 to PostgreSQL's epoch, 2000. */
const epochMs = 946_684_800_000;

class Reader {
  readonly #bytes: Buffer;
  #offset = 0;

  constructor(bytes: Buffer) {
    this.#bytes = bytes;
  }

  byte(): number {
    this.#offset += 1;
    return this.#bytes.readUInt8(this.#offset - 1);
  }

  uint16(): number {
    this.#offset += 2;
    return this.#bytes.readUInt16BE(this.#offset - 2);
  }

  uint32(): number {
    this.#offset += 4;
    return this.#bytes.readUInt32BE(this.#offset - 4);
  }

  uint64(): bigint {
    this.#offset += 8;
    return this.#bytes.readBigUInt64BE(this.#offset - 8);
  }

  /** A text that ends with a zero byte. */
  name(): string {
    const end = this.#bytes.indexOf(0, this.#offset);
    const text = this.#bytes.toString('utf8', this.#offset, end);
    this.#offset = end + 1;
    return text;
  }

  text(length: number): string {
    this.#offset += length;
    return this.#bytes.toString('utf8', this.#offset - length, this.#offset);
  }
}

/** Decodes the messages of one replication connection, which describes each table once. */
export class PgoutputDecoder {
  readonly #relations = new Map<number, Relation>();

  decode(bytes: Buffer): ReplicationMessage {
    const reader = new Reader(bytes);
    switch (String.fromCharCode(reader.byte())) {
      case 'B': {
        reader.uint64();
        const committedAt = new Date(epochMs + Number(reader.uint64() / 1000n));
        return { tag: 'begin', xid: String(reader.uint32()), committedAt };
      }
      case 'C':
        reader.byte();
        reader.uint64();
        return { tag: 'commit', endLsn: reader.uint64() };
      case 'R':
        return { tag: 'relation', relation: this.#readRelation(reader) };
      case 'I': {
        const relation = this.#relation(reader);
        reader.byte();
        return { tag: 'INSERT', relation, row: readValues(reader, relation), old: null };
      }
      case 'U': {
        const relation = this.#relation(reader);
        let old: Values | null = null;
        if (String.fromCharCode(reader.byte()) !== 'N') {
          old = readValues(reader, relation);
          reader.byte();
        }
        return { tag: 'UPDATE', relation, row: readValues(reader, relation), old };
      }
      case 'D': {
        const relation = this.#relation(reader);
        reader.byte();
        return { tag: 'DELETE', relation, row: null, old: readValues(reader, relation) };
      }
      default:
        return { tag: 'other' };
    }
  }

  #relation(reader: Reader): Relation {
    const relation = this.#relations.get(reader.uint32());
    if (relation === undefined) throw new Error('A change came before its table.');
    return relation;
  }

  #readRelation(reader: Reader): Relation {
    const oid = reader.uint32();
    const schema = reader.name();
    const table = reader.name();
    const hasFullIdentity = String.fromCharCode(reader.byte()) === 'f';
    const columns = Array.from({ length: reader.uint16() }, () => {
      const isKey = reader.byte() === 1;
      const name = reader.name();
      reader.uint32();
      reader.uint32();
      return { name, isKey };
    });
    const relation = { schema, table, columns, hasFullIdentity };
    this.#relations.set(oid, relation);
    return relation;
  }
}

function readValues(reader: Reader, { columns }: Relation): Values {
  const values = new Map<string, Value>();
  const count = reader.uint16();
  for (let index = 0; index < count; index += 1) {
    const kind = String.fromCharCode(reader.byte());
    let value: Value = null;
    if (kind === 't') value = reader.text(reader.uint32());
    // 'u': a large value that did not change is not sent.
    else if (kind === 'u') value = undefined;
    const column = columns[index];
    if (column !== undefined) values.set(column.name, value);
  }
  return values;
}
