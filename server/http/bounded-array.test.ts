import * as v from 'valibot';
import { expect, it } from 'vitest';
import { boundedArray } from './bounded-array.ts';

const schema = boundedArray(v.string(), 2);

it('takes at most so many items', () => {
  expect(v.parse(schema, ['a', 'b'])).toEqual(['a', 'b']);
  expect(v.is(schema, ['a', 1])).toBe(false);
  expect(v.is(schema, 'a')).toBe(false);
});

it('reports a longer array once, however many items are invalid', () => {
  const { issues } = v.safeParse(
    schema,
    Array.from({ length: 1_000 }, () => 1),
  );
  expect(issues?.map(({ message }) => message)).toEqual(['must have at most 2 items']);
});
