import { expect, test } from 'vitest';
import { relativeTime } from './relative-time.ts';

const now = new Date(2026, 4, 20, 12, 0, 0);

test.each([
  [0, 'just now'],
  [44, 'just now'],
  [50, '1 minute ago'],
  [60 * 59, '59 minutes ago'],
  [60 * 60 * 2 + 59, '2 hours ago'],
  [60 * 60 * 24, 'yesterday'],
  [60 * 60 * 24 * 6, '6 days ago'],
  [60 * 60 * 24 * 17, '3 May'],
  [60 * 60 * 24 * 365, '20 May 2025'],
])('relativeTime formats %i seconds ago as %j', (seconds, text) => {
  expect(relativeTime(new Date(now.getTime() - seconds * 1000), now)).toBe(text);
});
