import { compareTexts, type Comparison } from './compare-texts.ts';

export interface ComparedField {
  readonly label: string;
  readonly comparison: Comparison;
}

/**
 * Compares texts field by field. Returns those that differ, Content in any case, and the total
 * number of changes.
 */
export function compareFields(
  texts: readonly (readonly [label: string, before: string, after: string])[],
): { readonly fields: readonly ComparedField[]; readonly changes: number } {
  const fields = texts
    .map(([label, before, after]) => ({ label, comparison: compareTexts(before, after) }))
    .filter(({ label, comparison }) => label === 'Content' || comparison.changes > 0);
  const changes = fields.reduce((sum, { comparison }) => sum + comparison.changes, 0);
  return { fields, changes };
}
