import type { PromptValues } from '#web/data/prompts/prompt-values.ts';
import {
  conflictsIn,
  mergedText,
  mergeTexts,
  type MergeChunk,
} from '#web/lib/text/three-way-merge.ts';

/** Fields that both sides changed in different ways, so that a person must look. */
export type ConflictField = keyof PromptValues;

export interface MergedValues {
  /** Proposed; where both sides changed a text in the same place, it holds both. */
  readonly values: PromptValues;
  readonly conflicts: readonly ConflictField[];
}

/**
 * Merges what I wrote with what somebody saved meanwhile, field by field, both made from `base`. Texts merge by line
 * and word, tags one by one; of a field that holds one value the changed one is taken, mine if both changed it.
 */
export function mergeValues(
  base: PromptValues,
  mine: PromptValues,
  theirs: PromptValues,
): MergedValues {
  const conflicts: ConflictField[] = [];

  function one<Field extends 'title' | 'isPublic' | 'groupId' | 'icon'>(
    field: Field,
  ): PromptValues[Field] {
    if (mine[field] === base[field]) return theirs[field];
    if (theirs[field] !== base[field] && theirs[field] !== mine[field]) conflicts.push(field);
    return mine[field];
  }

  function text(field: 'description' | 'content'): string {
    const chunks: MergeChunk[] = mergeTexts(base[field], mine[field], theirs[field]);
    if (conflictsIn(chunks).length > 0) conflicts.push(field);
    return mergedText(chunks);
  }

  const values = {
    title: one('title'),
    description: text('description'),
    content: text('content'),
    tags: mergeTags(base.tags, mine.tags, theirs.tags),
    isPublic: one('isPublic'),
    groupId: one('groupId'),
    icon: one('icon'),
  };
  return { values, conflicts };
}

/** Mine in my order, without what they removed, then what they added. */
function mergeTags(base: readonly string[], mine: readonly string[], theirs: readonly string[]) {
  const kept = mine.filter((tag) => theirs.includes(tag) || !base.includes(tag));
  const added = theirs.filter((tag) => !base.includes(tag) && !has(kept, tag));
  return [...kept, ...added];
}

function has(tags: readonly string[], tag: string): boolean {
  return tags.some((each) => each.toLowerCase() === tag.toLowerCase());
}
