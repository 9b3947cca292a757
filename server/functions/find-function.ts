import { statSync } from 'node:fs';
import { join } from 'node:path';

/** A function's file. */
export interface FunctionFile {
  readonly name: string;
  readonly path: string;
  /** When it was changed, in milliseconds. */
  readonly changedAt: number;
}

const namePattern = /^[A-Za-z][A-Za-z0-9_-]{0,63}$/;
const extensions = ['.ts', '.mts', '.js', '.mjs'];

/** Returns the file of a function; null if there is none of this name, or no folder. */
export function findFunction(folder: string, name: string): FunctionFile | null {
  if (!namePattern.test(name)) return null;
  for (const extension of extensions) {
    const path = join(folder, name + extension);
    const found = statSync(path, { throwIfNoEntry: false });
    if (found?.isFile() === true) return { name, path, changedAt: found.mtimeMs };
  }
  return null;
}
