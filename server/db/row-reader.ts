import type { Duplex } from 'node:stream';
import type { Cell } from './database.ts';

const dataRow = 0x44;
/** Rows are kept in slabs of this size, larger rows apart: an allocation for each costs more than its copy. */
const slabBytes = 256 * 1024;
const mostInSlab = slabBytes / 4;
/** One byte of kind, then four of length, which counts itself. */
const headLength = 5;

function lengthAt(bytes: Buffer, at: number): number {
  return 1 + bytes.readUInt32BE(at + 1);
}

/** The cells of a message, as parts of it. (PostgreSQL manual, 'Message Formats'.) */
function cellsOf(bytes: Buffer<ArrayBuffer>): Cell[] {
  const cells: Cell[] = [];
  let next = headLength + 2;
  for (let left = bytes.readUInt16BE(headLength); left > 0; left -= 1) {
    const length = bytes.readInt32BE(next);
    next += 4;
    cells.push(length < 0 ? null : bytes.subarray(next, next + length));
    next += Math.max(length, 0);
  }
  return cells;
}

/**
 * Takes the rows out of what a connection receives, as the bytes they came in, and passes all else on
 * to `pg`, which would make strings of them. An answer of /rest/v1 is one long text: it goes out as
 * the bytes that came in. Text that is not all ASCII takes ten times as long through a string.
 */
export class RowReader {
  receiver: (cells: readonly Cell[]) => void = () => {};
  readonly #pass: (bytes: Buffer) => void;
  /** A message that has not wholly come, in a buffer of its length; of its head's while that is unknown. */
  #partial: Buffer<ArrayBuffer> | null = null;
  #filled = 0;
  /** What is left of the newest slab. */
  #free: Buffer<ArrayBuffer> = Buffer.alloc(0);

  constructor(pass: (bytes: Buffer) => void) {
    this.#pass = pass;
  }

  /** Comes between a connection that has logged in, and is idle, and `pg`. */
  static attach(stream: Duplex): RowReader {
    const listeners = stream.listeners('data');
    const [reads] = listeners;
    if (reads === undefined || listeners.length > 1) {
      throw new Error('pg reads its connections in another way than it did.');
    }
    const reader = new RowReader((bytes) => void Reflect.apply(reads, stream, [bytes]));
    stream.removeAllListeners('data');
    stream.on('data', (chunk: Buffer) => reader.take(chunk));
    stream.resume();
    return reader;
  }

  /** Keeps no part of `chunk`. */
  take(chunk: Buffer): void {
    const bytes = this.#partial === null ? chunk : this.#fill(this.#partial, chunk);
    let passed = 0;
    let at = 0;
    while (at + headLength <= bytes.length) {
      const end = at + lengthAt(bytes, at);
      if (end > bytes.length) break;
      if (bytes[at] === dataRow) {
        if (at > passed) this.#pass(bytes.subarray(passed, at));
        const row = this.#room(end - at);
        bytes.copy(row, 0, at, end);
        this.receiver(cellsOf(row));
        passed = end;
      }
      at = end;
    }
    if (at > passed) this.#pass(bytes.subarray(passed, at));
    if (at < bytes.length) this.#keep(bytes.subarray(at));
  }

  #room(length: number): Buffer<ArrayBuffer> {
    if (length > mostInSlab) return Buffer.allocUnsafeSlow(length);
    if (length > this.#free.length) this.#free = Buffer.allocUnsafeSlow(slabBytes);
    const room = this.#free.subarray(0, length);
    this.#free = this.#free.subarray(length);
    return room;
  }

  #keep(start: Buffer): void {
    const length = start.length < headLength ? headLength : lengthAt(start, 0);
    this.#partial = this.#room(length);
    this.#filled = start.copy(this.#partial);
  }

  /** Adds to the incomplete message, and gives what follows it. */
  #fill(partial: Buffer<ArrayBuffer>, chunk: Buffer): Buffer {
    const added = chunk.copy(partial, this.#filled);
    this.#filled += added;
    const rest = chunk.subarray(added);
    if (this.#filled < partial.length) return rest;
    this.#partial = null;
    if (partial.length < lengthAt(partial, 0)) {
      this.#keep(partial);
      return this.#partial === null ? rest : this.#fill(this.#partial, rest);
    }
    if (partial[0] === dataRow) this.receiver(cellsOf(partial));
    else this.#pass(partial);
    return rest;
  }
}
