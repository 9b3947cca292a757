import * as v from 'valibot';
import { promptValuesSchema } from './prompt-values.ts';

/**
 * Drafts of the prompt panel, kept on this device until saved or discarded. Each open form writes under a name of its
 * own, so that two tabs with the same prompt never overwrite each other's words.
 */
const draftSchema = v.object({
  /** What is written: 'create', 'edit:{id}', 'fork:{id}' or 'copy:{id}'. */
  target: v.string(),
  /** The form that wrote it. */
  writer: v.string(),
  values: promptValuesSchema,
  changeDescription: v.string(),
  /** Typed into the tags field, not yet added. */
  tagText: v.string(),
  /** The version that the words are based on; null for a new prompt. */
  base: v.nullable(v.number()),
  savedAt: v.string(),
});

export type Draft = Readonly<v.InferOutput<typeof draftSchema>>;

const root = 'cuebook.draft';

/** Keeps a draft; false when the device has no room for it, or keeps nothing at all. */
export function keepDraft(userId: string, draft: Draft): boolean {
  try {
    localStorage.setItem(keyOf(userId, draft.target, draft.writer), JSON.stringify(draft));
    return true;
  } catch {
    return false;
  }
}

/** The drafts of one target, newest first. What cannot be read is left where it is. */
export function draftsOf(userId: string, target: string): Draft[] {
  return keysOf(keyOf(userId, target, ''))
    .flatMap((key) => readDraft(key) ?? [])
    .toSorted((one, other) => other.savedAt.localeCompare(one.savedAt));
}

export function discardDraft(userId: string, draft: Pick<Draft, 'target' | 'writer'>): void {
  try {
    localStorage.removeItem(keyOf(userId, draft.target, draft.writer));
  } catch {
    // A device that keeps nothing has nothing to discard.
  }
}

function keyOf(userId: string, target: string, writer: string): string {
  return `${root}/${userId}/${target}/${writer}`;
}

function keysOf(prefix: string): string[] {
  try {
    return Array.from({ length: localStorage.length }, (_, index) => localStorage.key(index))
      .filter((key) => key !== null)
      .filter((key) => key.startsWith(prefix));
  } catch {
    return [];
  }
}

function readDraft(key: string): Draft | undefined {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(key) ?? '');
    const result = v.safeParse(draftSchema, stored);
    return result.success ? result.output : undefined;
  } catch {
    return undefined;
  }
}
