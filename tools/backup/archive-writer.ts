import { createWriteStream } from 'node:fs';
import { type FileHandle, open, rename, rm } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';
import { createTarPacker } from 'modern-tar';

const pieceBytes = 1024 * 1024;

/** Writes a .tar.gz that appears under its name once it is whole. */
export class ArchiveWriter {
  readonly #path: string;
  readonly #unfinished: string;
  readonly #packer = createTarPacker();
  readonly #written: Promise<void>;

  /** The archive may be read by its owner alone. */
  constructor(path: string) {
    this.#path = path;
    this.#unfinished = `${path}.unfinished`;
    this.#written = pipeline(
      Readable.fromWeb(this.#packer.readable),
      // Level 6 takes four times as long, for a tenth less.
      createGzip({ level: 1 }),
      createWriteStream(this.#unfinished, { mode: 0o600, flush: true }),
    );
    // Awaited in `finish` and `abandon`; what goes wrong before is seen there.
    this.#written.catch(() => {});
  }

  async folder(name: string): Promise<void> {
    const body = this.#packer.controller.add({
      name: `${name}/`,
      type: 'directory',
      size: 0,
      mode: 0o700,
    });
    await body.close();
  }

  async text(name: string, text: string): Promise<void> {
    const bytes = Buffer.from(text);
    const writer = this.#add(name, bytes.length);
    await writer.write(bytes);
    await writer.close();
  }

  /**
   * Adds a file as long as it is now: it may change meanwhile, and what it lacks in the end is filled with zeros. False
   * when it is gone.
   */
  async file(name: string, path: string): Promise<boolean> {
    const handle = await openIfThere(path);
    if (handle === null) return false;
    try {
      const { size } = await handle.stat();
      const writer = this.#add(name, size);
      for (let at = 0; at < size;) {
        // The packer keeps what it is given: no piece is used twice.
        const piece = Buffer.alloc(Math.min(pieceBytes, size - at));
        await handle.read(piece, 0, piece.length, at);
        await writer.write(piece);
        at += piece.length;
      }
      await writer.close();
      return true;
    } finally {
      await handle.close();
    }
  }

  async finish(): Promise<void> {
    this.#packer.controller.finalize();
    await this.#written;
    await rename(this.#unfinished, this.#path);
  }

  /** Removes what was written. */
  async abandon(reason: unknown): Promise<void> {
    this.#packer.controller.error(reason);
    await this.#written.catch(() => {});
    await rm(this.#unfinished, { force: true });
  }

  #add(name: string, size: number): WritableStreamDefaultWriter<Uint8Array> {
    return this.#packer.controller.add({ name, size, mode: 0o600 }).getWriter();
  }
}

async function openIfThere(path: string): Promise<FileHandle | null> {
  try {
    return await open(path);
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return null;
    throw error;
  }
}
