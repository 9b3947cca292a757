import { limits } from '#contract/limits.ts';
import { checkText, RowFault } from './check-text.ts';
import { readTags } from '#web/features/import/read/read-tags.ts';
import { placeOf, type RowPlace, type SourceRow } from '#web/features/import/read/source-row.ts';

/** A prompt that can be stored as it is. */
export interface ImportedPrompt extends RowPlace {
  readonly title: string;
  readonly content: string;
  readonly description: string | null;
  readonly tags: readonly string[];
  readonly category: string | null;
  readonly group: string | null;
}

/** The prompt in a row, or the reason why the row cannot be imported. Texts are kept character for character. */
export function checkRow(source: SourceRow): { prompt: ImportedPrompt } | { reason: string } {
  try {
    const { fields } = source;
    return {
      prompt: {
        ...placeOf(source),
        title: required(checkText(fields.title, 'title', limits.titleLength), 'title'),
        content: required(checkText(fields.content, 'content', limits.contentLength), 'content'),
        description: filled(checkText(fields.description, 'description', limits.descriptionLength)),
        tags: tags(fields.tags),
        category:
          filled(checkText(fields.category, 'category', limits.categoryLength))?.trim() ?? null,
        group: filled(checkText(fields.group, 'group', limits.groupNameLength))?.trim() ?? null,
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

function filled(value: string | null): string | null {
  return value === null || value.trim() === '' ? null : value;
}

function tags(value: unknown): readonly string[] {
  const read = readTags(value);
  if (read === null) throw new RowFault('Its tags are not a list of texts.');
  if (read.length > limits.tagCount) {
    throw new RowFault(`It has ${read.length} tags; ${limits.tagCount} are possible.`);
  }
  for (const tag of read) checkText(tag, `tag “${tag.slice(0, 30)}”`, limits.tagLength);
  return read;
}
