import type { EntryCounts } from '#web/data/library-files/import.ts';
import { libraryName } from '#web/features/import/prepare/import-preview.ts';
import { formatCount } from '#web/lib/text/format-count.ts';

/** Returns what an import adds besides prompts, and what of it the library has; empty for neither. */
export function entryCountsText(counts: EntryCounts, library = libraryName(null)): string {
  const added = listOf(counts, 'new');
  const existing = listOf(counts, 'existing');
  return [
    added === '' ? null : `${capitalize(added)} will be imported.`,
    existing === '' ? null : `Already in ${library}: ${existing}.`,
  ]
    .filter((sentence) => sentence !== null)
    .join(' ');
}

/** Returns whether an import adds anything besides prompts. */
export function hasNew(counts: EntryCounts): boolean {
  return Object.values(counts).some((count) => count.new > 0);
}

function listOf(
  { chains, runs, groups, comments, uses }: EntryCounts,
  which: 'new' | 'existing',
): string {
  const parts = [
    countOrNull(chains[which], 'chain'),
    countOrNull(runs[which], 'run'),
    countOrNull(groups[which], 'group'),
    countOrNull(comments[which], 'comment'),
    uses[which] > 0 ? `your last values for ${formatCount(uses[which], 'prompt')}` : null,
  ].filter((part) => part !== null);
  return new Intl.ListFormat('en-GB').format(parts);
}

function countOrNull(count: number, noun: string): string | null {
  return count > 0 ? formatCount(count, noun) : null;
}

function capitalize(text: string): string {
  return `${text.slice(0, 1).toUpperCase()}${text.slice(1)}`;
}
