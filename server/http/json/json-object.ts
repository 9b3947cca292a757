import * as v from 'valibot';

/**
 * The schema of an object with any keys. `v.record` would accept an array, and leave out `prototype`
 * and `constructor`, which are ordinary names of variables.
 */
export const jsonObject = v.custom<Record<string, unknown>>(
  (input) => typeof input === 'object' && input !== null && !Array.isArray(input),
  ({ received }) => `Invalid type: Expected Object but received ${received}`,
);
