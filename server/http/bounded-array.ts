import * as v from 'valibot';

/**
 * Returns the schema of an array of at most `maxItems` items. The length is checked before the items:
 * a body has room for millions, and each invalid one becomes an issue in memory.
 */
export function boundedArray<Item extends v.GenericSchema>(item: Item, maxItems: number) {
  return v.pipe(
    v.unknown(),
    v.check(
      (value) => !Array.isArray(value) || value.length <= maxItems,
      `must have at most ${maxItems} items`,
    ),
    v.array(item),
  );
}
