import type { Duplex } from 'node:stream';
import type { Cell } from '#server/db/database.ts';

const dataRow = 0x44;
/** Rows are stored in slabs of this size. An allocation for each row costs more than its copy. */
const slabBytes = 256 * 1024;
const maxSlabRowBytes = slabBytes / 4;
/** One byte for the message type, then four for the length, which includes itself. */
const headerLength = 5;

function messageLength(bytes: Buffer, at: number): number {
  return 1 + bytes.readUInt32BE(at + 1);
}

/**
 * Returns the cells of a DataRow message as slices of it. (PostgreSQL manual, 'Message Formats'.)
 */
function readCells(bytes: Buffer<ArrayBuffer>): Cell[] {
  const cells: Cell[] = [];
  let next = headerLength + 2;
  for (let left = bytes.readUInt16BE(headerLength); left > 0; left -= 1) {
    const length = bytes.readInt32BE(next);
    next += 4;
    cells.push(length < 0 ? null : bytes.subarray(next, next + length));
    next += Math.max(length, 0);
  }
  return cells;
}

/**
 * Extracts the rows from what a connection receives, as raw bytes. Everything else goes on to `pg`,
 * which would turn rows into strings. A response of /rest/v1 is one long text, sent on as the bytes
 * that came in. Text that is not all ASCII takes ten times as long through a string.
 */
export class RowReader {
  onRow: (cells: readonly Cell[]) => void = () => {};
  readonly #pass: (bytes: Buffer) => void;
  /**
   * An incomplete message, in a buffer of its length. While the length is unknown, the buffer holds
   * the header only.
   */
  #partial: Buffer<ArrayBuffer> | null = null;
  #filled = 0;
  /** The unused rest of the newest slab. */
  #free: Buffer<ArrayBuffer> = Buffer.alloc(0);

  constructor(pass: (bytes: Buffer) => void) {
    this.#pass = pass;
  }

  /** Puts a reader between `pg` and a connection that is logged in and idle. */
  static attach(stream: Duplex): RowReader {
    const listeners = stream.listeners('data');
    const [reads] = listeners;
    if (reads === undefined || listeners.length > 1) {
      throw new Error('This version of pg reads its connections differently.');
    }
    const reader = new RowReader((bytes) => void Reflect.apply(reads, stream, [bytes]));
    stream.removeAllListeners('data');
    stream.on('data', (chunk: Buffer) => reader.read(chunk));
    stream.resume();
    return reader;
  }

  /** Reads a chunk. Everything that outlives the call is copied. */
  read(chunk: Buffer): void {
    const bytes = this.#partial === null ? chunk : this.#fill(this.#partial, chunk);
    let passed = 0;
    let at = 0;
    while (at + headerLength <= bytes.length) {
      const end = at + messageLength(bytes, at);
      if (end > bytes.length) break;
      if (bytes[at] === dataRow) {
        if (at > passed) this.#pass(bytes.subarray(passed, at));
        const row = this.#room(end - at);
        bytes.copy(row, 0, at, end);
        this.onRow(readCells(row));
        passed = end;
      }
      at = end;
    }
    if (at > passed) this.#pass(bytes.subarray(passed, at));
    if (at < bytes.length) this.#keep(bytes.subarray(at));
  }

  #room(length: number): Buffer<ArrayBuffer> {
    if (length > maxSlabRowBytes) return Buffer.allocUnsafeSlow(length);
    if (length > this.#free.length) this.#free = Buffer.allocUnsafeSlow(slabBytes);
    const room = this.#free.subarray(0, length);
    this.#free = this.#free.subarray(length);
    return room;
  }

  #keep(start: Buffer): void {
    const length = start.length < headerLength ? headerLength : messageLength(start, 0);
    this.#partial = this.#room(length);
    this.#filled = start.copy(this.#partial);
  }

  /** Completes the partial message and returns the bytes that follow it. */
  #fill(partial: Buffer<ArrayBuffer>, chunk: Buffer): Buffer {
    const added = chunk.copy(partial, this.#filled);
    this.#filled += added;
    const rest = chunk.subarray(added);
    if (this.#filled < partial.length) return rest;
    this.#partial = null;
    if (partial.length < messageLength(partial, 0)) {
      this.#keep(partial);
      return this.#partial === null ? rest : this.#fill(this.#partial, rest);
    }
    if (partial[0] === dataRow) this.onRow(readCells(partial));
    else this.#pass(partial);
    return rest;
  }
}
