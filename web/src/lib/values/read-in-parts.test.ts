import { expect, it, vi } from 'vitest';
import { readInParts } from './read-in-parts.ts';

it('many ids are read by requests of a hundred', async () => {
  const ids = Array.from({ length: 201 }, (_, index) => String(index));
  const read = vi.fn<(part: readonly string[]) => Promise<readonly string[]>>((part) =>
    Promise.resolve(part),
  );
  expect(await readInParts(ids, read)).toEqual(ids);
  expect(read.mock.calls.map(([part]) => part.length)).toEqual([100, 100, 1]);
  expect(await readInParts([], read)).toEqual([]);
});
