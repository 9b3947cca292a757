import { describe, expect, it } from 'vitest';
import type { EntryCounts } from '#web/data/library-files/import.ts';
import { entryCountsText, hasNew } from './entry-counts-text.ts';

function counts(
  added: Partial<Record<keyof EntryCounts, number>>,
  existing: Partial<Record<keyof EntryCounts, number>> = {},
): EntryCounts {
  const of = (kind: keyof EntryCounts) => ({
    new: added[kind] ?? 0,
    existing: existing[kind] ?? 0,
  });
  return {
    groups: of('groups'),
    chains: of('chains'),
    runs: of('runs'),
    comments: of('comments'),
    uses: of('uses'),
  };
}

describe('entryCountsText', () => {
  it('lists what is new by kind, with singular and plural', () => {
    expect(entryCountsText(counts({ chains: 3, runs: 2, groups: 1, comments: 1_400 }))).toBe(
      '3 chains, 2 runs, 1 group and 1,400 comments will be imported.',
    );
    expect(entryCountsText(counts({ uses: 1 }))).toBe(
      'Your last values for 1 prompt will be imported.',
    );
  });

  it('says what the library has already', () => {
    expect(entryCountsText(counts({ runs: 1 }, { chains: 1, groups: 2 }))).toBe(
      '1 run will be imported. Already in your library: 1 chain and 2 groups.',
    );
    expect(entryCountsText(counts({}, { uses: 2 }))).toBe(
      'Already in your library: your last values for 2 prompts.',
    );
  });

  it('is empty for a file of prompts alone', () => {
    expect(entryCountsText(counts({}))).toBe('');
  });
});

describe('hasNew', () => {
  it('is true if an entry of any kind is new', () => {
    expect(hasNew(counts({ uses: 1 }, { chains: 1 }))).toBe(true);
    expect(hasNew(counts({}, { chains: 1 }))).toBe(false);
  });
});
