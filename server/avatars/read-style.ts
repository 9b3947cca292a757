import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';

/** The definition of a style, as its package has it; read when the first picture of it is wanted. */
export async function readStyle(id: string): Promise<unknown> {
  const file = fileURLToPath(import.meta.resolve(`@dicebear/styles/${id}.json`));
  return JSON.parse(await readFile(file, 'utf8')) as unknown;
}
