import { mergeTags } from '#text/merge-tags.ts';
import { conflictsIn, type MergeChunk, mergedText, mergeTexts } from '#text/three-way-merge.ts';
import type { Prompt, PromptValues } from '../library/prompt-rows.ts';

export interface Merge {
  readonly values: PromptValues;
  /** Fields that both sides changed in the same place. */
  readonly conflicts: readonly (keyof PromptValues)[];
}

const conflictStart = '<<<<<<< your file';
const conflictEnd = '>>>>>>> Cuebook, version ';

/**
 * Merges the changes of a file with those of the library; both were made from `base`. A conflict in
 * the content is marked as Git does; of other fields, the file's stays.
 */
export function mergeValues(base: PromptValues, mine: PromptValues, theirs: Prompt): Merge {
  const conflicts: (keyof PromptValues)[] = [];

  function pickChanged(field: 'title' | 'description'): string {
    if (mine[field] === base[field]) return theirs[field];
    if (theirs[field] !== base[field] && theirs[field] !== mine[field]) conflicts.push(field);
    return mine[field];
  }

  const title = pickChanged('title');
  const description = pickChanged('description');
  const chunks = mergeTexts(base.content, mine.content, theirs.content);
  const hasConflict = conflictsIn(chunks).length > 0;
  if (hasConflict) conflicts.push('content');
  return {
    values: {
      title,
      description,
      tags: mergeTags(base.tags, mine.tags, theirs.tags),
      content: hasConflict ? markConflicts(chunks, theirs.version) : mergedText(chunks),
    },
    conflicts,
  };
}

/** Returns whether a text has the marks of a conflict that nobody has resolved yet. */
export function hasConflictMarks(content: string): boolean {
  const lines = content.split(/\r?\n/);
  return lines.includes(conflictStart) && lines.some((line) => line.startsWith(conflictEnd));
}

function markConflicts(chunks: readonly MergeChunk[], version: number): string {
  return chunks
    .map((chunk) =>
      chunk.kind === 'conflict'
        ? [
            `${conflictStart}\n`,
            endLine(chunk.mine),
            '=======\n',
            endLine(chunk.theirs),
            `${conflictEnd}${version}\n`,
          ].join('')
        : mergedText([chunk]),
    )
    .join('');
}

function endLine(text: string): string {
  return text === '' || text.endsWith('\n') ? text : `${text}\n`;
}
