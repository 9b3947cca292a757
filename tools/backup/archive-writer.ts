import { createWriteStream } from 'node:fs';
import { open, rename, rm } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';
import { createTarPacker } from 'modern-tar';
import { ifExists } from '#contract/if-exists.ts';

const chunkBytes = 1024 * 1024;

/** Writes a .tar.gz that appears under its name once it is complete. */
export class ArchiveWriter {
  readonly #path: string;
  readonly #unfinished: string;
  readonly #packer = createTarPacker();
  readonly #written: Promise<void>;

  /** Creates the archive readable by its owner only. */
  constructor(path: string) {
    this.#path = path;
    this.#unfinished = `${path}.unfinished`;
    this.#written = pipeline(
      Readable.fromWeb(this.#packer.readable),
      // Level 6 takes four times as long and saves a tenth.
      createGzip({ level: 1 }),
      createWriteStream(this.#unfinished, { mode: 0o600, flush: true }),
    );
    // `finish` and `abandon` await it and report errors.
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
   * Adds a file with its current size. If it shrinks meanwhile, zeros fill the rest. Returns
   * false if the file doesn't exist.
   */
  async file(name: string, path: string): Promise<boolean> {
    const handle = await ifExists(open(path));
    if (handle === null) return false;
    try {
      const { size } = await handle.stat();
      const writer = this.#add(name, size);
      for (let offset = 0; offset < size;) {
        // The packer keeps a reference, so each chunk needs its own buffer.
        const chunk = Buffer.alloc(Math.min(chunkBytes, size - offset));
        await handle.read(chunk, 0, chunk.length, offset);
        await writer.write(chunk);
        offset += chunk.length;
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

  /** Stops writing and removes the unfinished file. */
  async abandon(reason: unknown): Promise<void> {
    this.#packer.controller.error(reason);
    await this.#written.catch(() => {});
    await rm(this.#unfinished, { force: true });
  }

  #add(name: string, size: number): WritableStreamDefaultWriter<Uint8Array> {
    return this.#packer.controller.add({ name, size, mode: 0o600 }).getWriter();
  }
}
