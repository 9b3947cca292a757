import * as v from 'valibot';

/**
 * Returns the schema of an object whose keys a person chose. `v.record` would leave out `prototype`
 * and `constructor`, which are ordinary names of variables.
 */
export function recordOf<Value>(schema: v.GenericSchema<Value>) {
  return v.custom<Record<string, Value>>(
    (input) =>
      typeof input === 'object' &&
      input !== null &&
      !Array.isArray(input) &&
      Object.values(input).every((value) => v.is(schema, value)),
  );
}
