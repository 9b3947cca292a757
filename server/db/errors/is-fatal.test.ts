import { expect, it } from 'vitest';
import { isFatal } from './is-fatal.ts';

it.each([
  ['ERROR', '23505', false],
  ['ERROR', '57P01', false],
  ['FATAL', '57P01', true],
  ['PANIC', 'XX000', true],
  ['FEHLER', '23505', false],
  ['ОШИБКА', '42501', false],
  ['FATAL', '53300', true],
  ['ВАЖНО', '57P01', true],
  ['致命错误', '28P01', true],
])('%s %s: %s', (severity, code, fatal) => {
  expect(isFatal({ severity, code })).toBe(fatal);
});
