import { expect, test } from 'vitest';
import { clipPreview } from './clip-preview.ts';

test('up to 150 characters stand as they are', () => {
  expect(clipPreview('x'.repeat(150))).toBe('x'.repeat(150));
  expect(clipPreview('🙂'.repeat(150))).toBe('🙂'.repeat(150));
});

test('of a longer text, 150 characters and an ellipsis', () => {
  expect(clipPreview('x'.repeat(151))).toBe(`${'x'.repeat(150)}…`);
  expect(clipPreview('🙂'.repeat(151))).toBe(`${'🙂'.repeat(150)}…`);
});
