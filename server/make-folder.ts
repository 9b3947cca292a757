import { existsSync, mkdirSync } from 'node:fs';
import { dirname, resolve } from 'node:path';

/**
 * Makes a folder and those above it; returns whether it was missing. Level by level, since Node's own
 * recursive way never ends where the system says that a parent is there and is not, as under /proc.
 */
export function makeFolder(folder: string, mode?: number): boolean {
  const path = resolve(folder);
  if (existsSync(path)) return false;
  makeFolder(dirname(path), mode);
  try {
    mkdirSync(path, mode);
  } catch (error) {
    // Another server may have been faster.
    if (!existsSync(path)) throw error;
  }
  return true;
}
