import { limits } from '#contract/limits.ts';
import { lengthOf } from '#web/lib/length-of.ts';
import { readTags } from './read-tags.ts';
import type { RowPlace, SourceRow } from './source-row.ts';

/** A prompt that can be stored as it is. */
export interface ImportedPrompt extends RowPlace {
  readonly title: string;
  readonly content: string;
  readonly description: string | null;
  readonly tags: readonly string[];
  readonly category: string | null;
  readonly group: string | null;
}

/** A row's fault as a sentence for the person. */
class RowFault extends Error {}

/** The prompt in a row, or the reason why the row cannot be imported. Texts are kept character for character. */
export function checkRow(source: SourceRow): { prompt: ImportedPrompt } | { reason: string } {
  try {
    const { fields } = source;
    return {
      prompt: {
        row: source.row,
        line: source.line,
        title: required(text(fields.title, 'title', limits.titleLength), 'title'),
        content: required(text(fields.content, 'content', limits.contentLength), 'content'),
        description: filled(text(fields.description, 'description', limits.descriptionLength)),
        tags: tags(fields.tags),
        category: filled(text(fields.category, 'category', limits.categoryLength))?.trim() ?? null,
        group: filled(text(fields.group, 'group', limits.groupNameLength))?.trim() ?? null,
      },
    };
  } catch (error) {
    if (error instanceof RowFault) return { reason: error.message };
    throw error;
  }
}

function text(value: unknown, name: string, limit: number): string | null {
  if (value === undefined || value === null) return null;
  if (typeof value !== 'string') throw new RowFault(`Its ${name} is not a text.`);
  const length = lengthOf(value);
  if (length > limit) {
    throw new RowFault(
      `Its ${name} is ${length.toLocaleString('en')} characters long; ${limit.toLocaleString('en')} are possible.`,
    );
  }
  if (value.includes('\0') || !value.isWellFormed()) {
    throw new RowFault(`Its ${name} holds a character that cannot be stored.`);
  }
  return value;
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
  for (const tag of read) text(tag, `tag “${tag.slice(0, 30)}”`, limits.tagLength);
  return read;
}
