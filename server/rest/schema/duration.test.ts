import { expect, it } from 'vitest';
import { milliseconds } from './duration.ts';

it.each([
  ['60s', 60_000],
  ['500', 500],
  ['250ms', 250],
  ['1.5min', 90_000],
  ['2 h', 7_200_000],
  ['0', 0],
  ['soon', null],
  ['', null],
])('%j is %j ms', (text, expected) => {
  expect(milliseconds(text)).toBe(expected);
});
