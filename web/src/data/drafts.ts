import * as v from 'valibot';
import { deviceStore } from '#web/lib/device-store.ts';

/**
 * Drafts of forms, kept on this device until saved or discarded. Each open form writes under a name of its
 * own, so that two tabs with the same prompt or chain never overwrite each other's words.
 */
const markSchema = v.object({
  /** What is written: 'create', 'edit:{id}', 'fork:{id}' or 'copy:{id}' of a prompt, 'chain:{id}'. */
  target: v.string(),
  /** The form that wrote it. */
  writer: v.string(),
  savedAt: v.string(),
});

type DraftMark = Readonly<v.InferOutput<typeof markSchema>>;

/** The words of a form, and where and when they were written. */
export type Draft<Words> = Words & DraftMark;

const root = 'cuebook.draft';

/** Keeps a draft; false when the device has no room for it, or keeps nothing at all. */
export function keepDraft(userId: string, draft: Draft<object>): boolean {
  try {
    localStorage.setItem(keyOf(userId, draft.target, draft.writer), JSON.stringify(draft));
    return true;
  } catch {
    return false;
  }
}

/** What tells the words of one kind of form from anything else that is kept. */
export type WordsSchema<Words extends object> = v.GenericSchema<unknown, Words>;

/** The drafts of one target, newest first. What cannot be read is left where it is. */
export function draftsOf<Words extends object>(
  userId: string,
  target: string,
  schema: WordsSchema<Words>,
): Draft<Words>[] {
  return keysOf(keyOf(userId, target, ''))
    .flatMap((key) => readDraft(key, schema) ?? [])
    .toSorted((one, other) => other.savedAt.localeCompare(one.savedAt));
}

export function discardDraft(userId: string, draft: Pick<DraftMark, 'target' | 'writer'>): void {
  try {
    localStorage.removeItem(keyOf(userId, draft.target, draft.writer));
  } catch {
    // A device that keeps nothing has nothing to discard.
  }
}

/** Removes every draft of a person from this device. */
export function forgetDrafts(userId: string): void {
  for (const key of keysOf(`${root}/${userId}/`)) deviceStore.remove(key);
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

function readDraft<Words extends object>(
  key: string,
  schema: WordsSchema<Words>,
): Draft<Words> | undefined {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(key) ?? '');
    const mark = v.safeParse(markSchema, stored);
    const words = v.safeParse(schema, stored);
    return mark.success && words.success ? { ...words.output, ...mark.output } : undefined;
  } catch {
    return undefined;
  }
}
