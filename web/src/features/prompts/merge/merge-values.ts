import type { PromptValues } from '#web/data/prompts/prompt-values.ts';
import { mergeTags } from '#text/merge-tags.ts';
import { conflictsIn, mergedText, mergeTexts, type ConflictChoice } from '#text/three-way-merge.ts';

/** A field that both sides changed in different ways. */
export type ConflictField = keyof PromptValues;

/** A field whose lines are merged; where both sides changed a line, one has to be chosen. */
export type LineField = 'description' | 'content';

export function isLineField(field: string): field is LineField {
  return field === 'description' || field === 'content';
}

export interface MergedValues {
  /** The proposal; where both sides changed a line, it contains both unless one is chosen. */
  readonly values: PromptValues;
  readonly conflicts: readonly ConflictField[];
}

/**
 * Merges my changes with the version saved in the meantime, field by field; both were made from
 * `base`. Texts merge by line and word, tags one by one. Of a single value, the changed one wins,
 * mine if both changed it. `chosen`: which side's lines to use where both changed them.
 */
export function mergeValues(
  base: PromptValues,
  mine: PromptValues,
  theirs: PromptValues,
  chosen: Partial<Record<LineField, ConflictChoice>> = {},
): MergedValues {
  const conflicts: ConflictField[] = [];

  function pickChanged<Field extends 'title' | 'isPublic' | 'groupId' | 'icon' | 'category'>(
    field: Field,
  ): PromptValues[Field] {
    if (mine[field] === base[field]) return theirs[field];
    if (theirs[field] !== base[field] && theirs[field] !== mine[field]) conflicts.push(field);
    return mine[field];
  }

  function mergeField(field: LineField): string {
    const chunks = mergeTexts(base[field], mine[field], theirs[field]);
    const inConflict = conflictsIn(chunks);
    if (inConflict.length > 0) conflicts.push(field);
    return mergedText(
      chunks,
      inConflict.map(() => chosen[field] ?? 'both'),
    );
  }

  const values = {
    title: pickChanged('title'),
    description: mergeField('description'),
    content: mergeField('content'),
    tags: mergeTags(base.tags, mine.tags, theirs.tags),
    isPublic: pickChanged('isPublic'),
    groupId: pickChanged('groupId'),
    icon: pickChanged('icon'),
    category: pickChanged('category'),
  };
  return { values, conflicts };
}
