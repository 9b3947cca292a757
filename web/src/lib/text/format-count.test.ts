import { expect, it } from 'vitest';
import { formatCount, formatFound } from './format-count.ts';

it.each([
  [0, '0 prompts'],
  [1, '1 prompt'],
  [1_200, '1,200 prompts'],
])('formatCount formats %d as %s', (count, text) => {
  expect(formatCount(count, 'prompt')).toBe(text);
});

it('formatCount accepts an irregular plural', () => {
  expect(formatCount(2, 'group was', 'groups were')).toBe('2 groups were');
});

it.each([
  [1, '1 prompt'],
  [1_000, '1,000 prompts'],
  [1_001, '1,000+ prompts'],
])('formatFound formats %d as %s', (count, text) => {
  expect(formatFound(count)).toBe(text);
});
