import { expect, it } from 'vitest';
import { planImport } from './import-plan.ts';
import { prepareImport } from './prepare-import.ts';
import { readFile } from '#web/features/import/read/read-file.ts';
import { skippedRows } from './skipped-rows.ts';

const csv = 'title,content\nKnown,1\n,2\nNew,3\nNew,3\n';
const file = prepareImport(readFile('x.csv', new TextEncoder().encode(csv)));
const libraryFingerprints = new Set(file.prompts.slice(0, 1).map(({ fingerprint }) => fingerprint));
const reasonsOf = (includeExisting: boolean) =>
  planImport(
    { sources: [{ name: 'x.csv', file, libraryFingerprints }] },
    { includeExisting, variables: new Set() },
  )
    .flatMap((plan) => skippedRows(plan))
    .map(({ row, reason }) => [row, reason]);

it('skippedRows lists every row that is not imported, in the order of the file', () => {
  expect(reasonsOf(false)).toEqual([
    [1, 'Already in your library.'],
    [2, 'It has no title.'],
    [4, 'Same title and content as row 3.'],
  ]);
});

it('skippedRows leaves out prompts that are imported again', () => {
  expect(reasonsOf(true).map(([row]) => row)).toEqual([2, 4]);
});
