import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import * as v from 'valibot';
import { ifExists } from '#contract/if-exists.ts';
import { CliError } from '../cli-error.ts';
import type { Selection } from '../library/library.ts';
import { writeAtomically } from './write-atomically.ts';

export const lockFileName = 'cuebook.lock.json';

const entrySchema = v.object({
  /** Relative to the folder, with `/`. */
  path: v.string(),
  /** The version that the file was made from. */
  version: v.number(),
  /** `hashValues` of that version. */
  hash: v.string(),
});

const selectionSchema = v.object({
  isTeams: v.boolean(),
  isFavorites: v.boolean(),
  group: v.optional(v.string()),
  tags: v.array(v.string()),
});

const lockSchema = v.object({
  /** The installation that the prompts are from. */
  url: v.string(),
  /** The prompts that the last pull was about. */
  selection: v.optional(selectionSchema),
  prompts: v.record(v.string(), entrySchema),
});

type LockEntry = v.InferOutput<typeof entrySchema>;

/** What was pulled last, by the id of the prompt. */
export interface Lock {
  readonly url: string;
  selection: Selection | undefined;
  readonly prompts: Map<string, LockEntry>;
}

/** Reads the lock file of a folder; null if it has none. */
export async function readLock(folder: string): Promise<Lock | null> {
  const path = join(folder, lockFileName);
  const text = await ifExists(readFile(path, 'utf8'));
  if (text === null) return null;
  const lock = v.safeParse(v.pipe(v.string(), v.parseJson(), lockSchema), text);
  if (lock.success) {
    const { url, selection, prompts } = lock.output;
    return { url, selection, prompts: new Map(Object.entries(prompts)) };
  }
  throw new CliError(
    `${path} is damaged. Restore it, or delete it and run \`cuebook pull\`: the files say which versions they have.`,
  );
}

/** Writes the lock file, sorted by path, so that a change is a small one in Git, too. */
export async function writeLock(folder: string, { url, selection, prompts }: Lock): Promise<void> {
  const sorted = [...prompts].sort(([, one], [, other]) => (one.path < other.path ? -1 : 1));
  const text = JSON.stringify({ url, selection, prompts: Object.fromEntries(sorted) }, null, 2);
  await writeAtomically(join(folder, lockFileName), `${text}\n`);
}
