import type { PromptValues } from '#web/data/prompts/prompt-values.ts';
import { compareFields } from '#web/lib/text/compare-fields.ts';

/** Returns the fields that differ, and always the content, with the total of changes. */
export function compareVersions(older: PromptValues, newer: PromptValues) {
  return compareFields([
    ['Title', older.title, newer.title],
    ['Description', older.description, newer.description],
    ['Content', older.content, newer.content],
    ['Tags', older.tags.join('\n'), newer.tags.join('\n')],
    ['Category', older.category ?? '', newer.category ?? ''],
    ['Icon', older.icon ?? '', newer.icon ?? ''],
    ['Visibility', visibility(older), visibility(newer)],
  ]);
}

function visibility({ isPublic }: PromptValues): string {
  return isPublic ? 'Public' : 'Private';
}
