import { templateCategories } from '#contract/template-categories.ts';

/** The value of the option for no category. */
export const noCategory = '';

/** Returns the options of a category select: the standard ones, and `current` if it is another. */
export function categoryOptions(
  current: string | null,
  noneLabel: string,
): { readonly value: string; readonly label: string }[] {
  const standard: readonly string[] = templateCategories;
  const all = current === null || standard.includes(current) ? standard : [current, ...standard];
  return [
    { value: noCategory, label: noneLabel },
    ...all.map((category) => ({ value: category, label: category })),
  ];
}
