import { describe, expect, it } from 'vitest';
import { firstSteps } from './first-steps.ts';

const fresh = { lastUsedAt: null, version: 1 };

function doneOf(...given: Parameters<typeof firstSteps>): string[] {
  return firstSteps(...given).flatMap(({ id, done }) => (done ? [id] : []));
}

describe('firstSteps', () => {
  it.each([
    ['nothing', [], 0, []],
    ['only a group', [], 1, ['group']],
    ['a prompt as it was created', [fresh], 0, ['add']],
    [
      'one that was used, and one that was changed',
      [fresh, { ...fresh, lastUsedAt: '2026-11-22T10:00:00Z' }, { ...fresh, version: 2 }],
      2,
      ['add', 'copy', 'edit', 'group'],
    ],
  ])('knows what is done with %s', (_, prompts, groups, done) => {
    expect(doneOf(prompts, groups)).toEqual(done);
  });
});
