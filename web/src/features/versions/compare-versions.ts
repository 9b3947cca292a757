import type { PromptVersion } from '#web/data/versions.ts';
import { compareTexts, type Comparison } from '#web/lib/compare-texts.ts';

export interface ComparedField {
  readonly label: string;
  readonly comparison: Comparison;
}

/** Every field in which two versions differ, and the content in any case, with the number of changes in all. */
export function compareVersions(
  older: PromptVersion,
  newer: PromptVersion,
): { readonly fields: readonly ComparedField[]; readonly changes: number } {
  const texts: readonly (readonly [label: string, read: (version: PromptVersion) => string])[] = [
    ['Title', (version) => version.title],
    ['Description', (version) => version.description],
    ['Content', (version) => version.content],
    ['Tags', (version) => version.tags.join('\n')],
    ['Icon', (version) => version.icon ?? ''],
    ['Visibility', (version) => (version.isPublic ? 'Public' : 'Private')],
  ];
  const fields = texts
    .map(([label, read]) => ({ label, comparison: compareTexts(read(older), read(newer)) }))
    .filter(({ label, comparison }) => label === 'Content' || comparison.changes > 0);
  const changes = fields.reduce((sum, { comparison }) => sum + comparison.changes, 0);
  return { fields, changes };
}
