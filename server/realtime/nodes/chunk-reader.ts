import type { Chunk } from './sealed-chunks.ts';

/** Puts the batches of one node together again. */
export class ChunkReader {
  #sequence = 0;
  /** The parts of a batch that is incomplete so far; null if its start was missed. */
  #parts: Buffer[] | null = null;

  /**
   * Takes a chunk. Returns the batch that it completes, and whether chunks before it were missed.
   * A chunk that came before is ignored: a sender repeats those whose commit it is unsure of.
   */
  take({ sequence, isFirst, isLast, part }: Chunk): { batch: Buffer | null; hasMissed: boolean } {
    if (sequence <= this.#sequence) return { batch: null, hasMissed: false };
    const hasMissed = sequence !== this.#sequence + 1;
    this.#sequence = sequence;
    if (isFirst) this.#parts = [];
    else if (hasMissed) this.#parts = null;
    this.#parts?.push(part);
    if (!isLast || this.#parts === null) return { batch: null, hasMissed };
    const batch = Buffer.concat(this.#parts);
    this.#parts = null;
    return { batch, hasMissed };
  }
}
