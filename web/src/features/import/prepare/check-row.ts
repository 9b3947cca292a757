import { limits } from '#contract/limits.ts';
import { checkGroupPath, checkText, RowFault } from './check-text.ts';
import { readTags } from '#web/features/import/read/read-tags.ts';
import {
  locationOf,
  type RowLocation,
  type SourceRow,
} from '#web/features/import/read/source-row.ts';

/** A prompt that can be stored. */
export interface ImportedPrompt extends RowLocation {
  readonly title: string;
  readonly content: string;
  readonly description: string | null;
  readonly tags: readonly string[];
  readonly category: string | null;
  /** The path of its group. */
  readonly group: string | null;
}

/** Returns the prompt in a row, or why the row can't be imported. Texts stay unchanged. */
export function checkRow(source: SourceRow): { prompt: ImportedPrompt } | { reason: string } {
  try {
    const { fields } = source;
    return {
      prompt: {
        ...locationOf(source),
        title: required(checkText(fields.title, 'title', limits.titleLength), 'title'),
        content: required(checkText(fields.content, 'content', limits.contentLength), 'content'),
        description: orNull(checkText(fields.description, 'description', limits.descriptionLength)),
        tags: tags(fields.tags),
        category:
          orNull(checkText(fields.category, 'category', limits.categoryLength))?.trim() ?? null,
        group: checkGroupPath(fields.group),
      },
    };
  } catch (error) {
    if (error instanceof RowFault) return { reason: error.message };
    throw error;
  }
}

function required(value: string | null, name: string): string {
  if (value === null || value.trim() === '') throw new RowFault(`It has no ${name}.`);
  return value;
}

function orNull(value: string | null): string | null {
  return value === null || value.trim() === '' ? null : value;
}

function tags(value: unknown): readonly string[] {
  const read = readTags(value);
  if (read === null) throw new RowFault("Its tags aren't a list of texts.");
  if (read.length > limits.tagCount) {
    throw new RowFault(`It has ${read.length} tags; the limit is ${limits.tagCount}.`);
  }
  for (const tag of read) checkText(tag, `tag “${tag.slice(0, 30)}”`, limits.tagLength);
  return read;
}
