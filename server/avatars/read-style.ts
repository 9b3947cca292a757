import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';

/** Reads the definition of a style from its package, when its first picture is requested. */
export async function readStyle(id: string): Promise<unknown> {
  const file = fileURLToPath(import.meta.resolve(`@dicebear/styles/${id}.json`));
  return JSON.parse(await readFile(file, 'utf8')) as unknown;
}
