import { expect } from 'vitest';

/**
 * Returns vitest's pattern matcher as `unknown`. Its own type is `any`, which turns off type checks
 * in the expressions around it.
 */
export function like(pattern: RegExp | string): unknown {
  return expect.stringMatching(pattern);
}

export const anyText: unknown = expect.any(String);
export const anyNumber: unknown = expect.any(Number);
export const anyId: unknown = like(/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/);
export const anyTime: unknown = like(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/);
