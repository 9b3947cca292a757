import { useEffect, useState } from 'react';
import type { CompletedFilter, FilterDraft } from './complete-filter.ts';
import { findLabels } from './find-labels.ts';

/** Reads the values that are offered for a filter. */
export type ReadFilterValues = (name: CompletedFilter) => Promise<readonly string[]>;

const none: readonly string[] = [];

/** Returns the values that match what is typed for a filter, best first, once they are read. */
export function useFilterValues(
  draft: FilterDraft | null,
  read: ReadFilterValues | undefined,
): readonly { readonly value: string; readonly label: string }[] {
  const name = draft?.name;
  const [loaded, setLoaded] = useState<{
    name: CompletedFilter | undefined;
    values: readonly string[];
  }>({
    name: undefined,
    values: none,
  });
  useEffect(() => {
    if (name === undefined || read === undefined) return undefined;
    let isLatest = true;
    async function load(of: CompletedFilter, readValues: ReadFilterValues) {
      // Without the values, the filter can still be typed.
      const values = await readValues(of).catch(() => none);
      if (isLatest) setLoaded({ name: of, values });
    }
    void load(name, read);
    return () => {
      isLatest = false;
    };
  }, [name, read]);
  if (draft === null || loaded.name !== draft.name) return [];
  const options = loaded.values.map((value) => ({ value, label: value }));
  return findLabels(options, draft.typed).items;
}
