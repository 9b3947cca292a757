import { existsSync, mkdirSync } from 'node:fs';
import { dirname, resolve } from 'node:path';

/**
 * Creates a folder and its parents, and returns whether it was missing. It works level by level.
 * Node's `recursive` option never returns where the system reports a parent that cannot exist, as
 * under /proc.
 */
export function makeFolder(folder: string, mode?: number): boolean {
  const path = resolve(folder);
  if (existsSync(path)) return false;
  makeFolder(dirname(path), mode);
  try {
    mkdirSync(path, mode);
  } catch (error) {
    // Another server may have created it first.
    if (!existsSync(path)) throw error;
  }
  return true;
}
