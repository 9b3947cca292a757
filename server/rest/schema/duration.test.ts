import { describe, expect, it } from 'vitest';
import { parseDuration } from './duration.ts';

describe('parseDuration()', () => {
  it.each([
    ['60s', 60_000],
    ['500', 500],
    ['250ms', 250],
    ['1.5min', 90_000],
    ['2 h', 7_200_000],
    ['0', 0],
    ['soon', null],
    ['', null],
  ])('parses %j as %j ms', (text, expected) => {
    expect(parseDuration(text)).toBe(expected);
  });
});
