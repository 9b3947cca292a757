import { constants } from 'node:fs';
import { copyFile, link, mkdir, open, readdir, rename, rm, stat, utimes } from 'node:fs/promises';
import type { FileHandle } from 'node:fs/promises';
import { join } from 'node:path';
import { hasCode, ifExists } from '#contract/if-exists.ts';
import type { ByteStore } from './byte-store.ts';

async function writeAll(handle: FileHandle, source: AsyncIterable<Buffer>): Promise<void> {
  for await (const chunk of source) {
    for (let offset = 0; offset < chunk.length;) {
      offset += (await handle.write(chunk, offset)).bytesWritten;
    }
  }
}

/** Returns the folder of stored files. A backup copies it. */
export function objectsFolder(dataDir: string): string {
  return join(dataDir, 'storage/objects');
}

/** Creates the store of bytes in the data directory: one file for each version. */
export function createDiskStore(dataDir: string): ByteStore {
  const objects = objectsFolder(dataDir);
  const incoming = join(dataDir, 'storage/incoming');
  const pathOf = (version: string) => join(objects, version.slice(0, 2), version);

  /** Makes a complete file visible as `version`. */
  async function publish(path: string, version: string): Promise<void> {
    await mkdir(join(objects, version.slice(0, 2)), { recursive: true, mode: 0o700 });
    await rename(path, pathOf(version));
  }

  /** Lets `fill` create a file, and publishes it if that succeeds. */
  async function create(version: string, fill: (path: string) => Promise<void>): Promise<void> {
    await mkdir(incoming, { recursive: true, mode: 0o700 });
    const path = join(incoming, version);
    try {
      await fill(path);
      await publish(path, version);
    } catch (error) {
      await rm(path, { force: true });
      throw error;
    }
  }

  async function duplicate(from: string, to: string): Promise<void> {
    try {
      await link(from, to);
    } catch (error) {
      // Not every file system has hard links.
      if (hasCode(error, 'ENOENT')) throw error;
      await copyFile(from, to, constants.COPYFILE_EXCL);
    }
    // A link is as old as its source, and the sweep removes what no row names for a day.
    const now = new Date();
    await utimes(to, now, now);
  }

  return {
    write: (version, source) =>
      create(version, async (path) => {
        const handle = await open(path, 'wx', 0o600);
        try {
          await writeAll(handle, source);
          await handle.sync();
        } finally {
          await handle.close();
        }
      }),

    writeFile: (version, path) => create(version, (target) => duplicate(path, target)),

    async read(version, range) {
      const handle = await ifExists(open(pathOf(version)));
      return handle?.createReadStream(range ?? {}) ?? null;
    },

    async copy(from, to) {
      const copied = await ifExists(
        create(to, (target) => duplicate(pathOf(from), target)).then(() => true),
      );
      return copied ?? false;
    },

    async remove(versions) {
      for (const version of versions) await rm(pathOf(version), { force: true });
    },

    async *list() {
      for (const folder of (await ifExists(readdir(objects))) ?? []) {
        const versions = (await ifExists(readdir(join(objects, folder)))) ?? [];
        const found = await Promise.all(
          versions.map(async (version) => {
            const stats = await ifExists(stat(pathOf(version)));
            return stats === null ? [] : [{ version, modifiedAt: stats.mtime }];
          }),
        );
        yield found.flat();
      }
    },

    async removeUnfinished(before) {
      for (const name of (await ifExists(readdir(incoming))) ?? []) {
        const stats = await ifExists(stat(join(incoming, name)));
        if (stats !== null && stats.mtime < before) await rm(join(incoming, name), { force: true });
      }
    },
  };
}
