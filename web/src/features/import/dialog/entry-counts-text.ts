import type { EntryCounts } from '#web/data/library-files/import.ts';
import { formatCount } from '#web/lib/text/format-count.ts';

/** Says what an import adds beside prompts, and what of it the library has; empty if the file holds none of it. */
export function entryCountsText(counts: EntryCounts): string {
  const added = listOf(counts, 'new');
  const existing = listOf(counts, 'existing');
  return [
    added === '' ? null : `${added} will be imported.`,
    existing === '' ? null : `Already in your library: ${existing}.`,
  ]
    .filter((sentence) => sentence !== null)
    .join(' ');
}

/** Returns whether an import adds anything beside prompts. */
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
  const list = new Intl.ListFormat('en-GB').format(parts);
  return `${list.slice(0, 1).toUpperCase()}${list.slice(1)}`;
}

function countOrNull(count: number, noun: string): string | null {
  return count > 0 ? formatCount(count, noun) : null;
}
