import { randomBytes } from 'node:crypto';
import { mkdir, open, rename, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';

/** Temporary files of writes that were interrupted. */
export const temporaryFile = /^\.cuebook\.[0-9a-f]{12}\.tmp$/;

/** Writes a file as a whole: whoever reads it, even after a crash, sees the old or the new text. */
export async function writeAtomically(path: string, text: string, mode = 0o666): Promise<void> {
  const folder = dirname(path);
  await mkdir(folder, { recursive: true });
  const random = randomBytes(6).toString('hex');
  const temporary = join(folder, `.cuebook.${random}.tmp`);
  try {
    const file = await open(temporary, 'wx', mode);
    try {
      await file.writeFile(text);
      await file.sync();
    } finally {
      await file.close();
    }
    await rename(temporary, path);
  } catch (error) {
    await rm(temporary, { force: true });
    throw error;
  }
}
