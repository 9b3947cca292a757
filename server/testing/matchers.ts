import { expect } from 'vitest';

/** vitest's asymmetric matchers, typed: as they are, they are `any` and turn off every check around them. */
export function like(pattern: RegExp | string): unknown {
  return expect.stringMatching(pattern);
}

export const anyText: unknown = expect.any(String);
export const anyNumber: unknown = expect.any(Number);
export const anyId: unknown = like(/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/);
export const anyTime: unknown = like(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/);
