import type { ReactNode } from 'react';

/** What both forms of a list's rows take: those that stand there all, and those that are drawn as they come in sight. */
export interface ListRowsProps<Item> {
  readonly items: readonly Item[];
  readonly keyOf: (item: Item) => string;
  readonly renderItem: (item: Item, index: number) => ReactNode;
  readonly label: string;
}

/** Every row, one under the other. */
export function ListRows<Item>({ items, keyOf, renderItem, label }: ListRowsProps<Item>) {
  return (
    <ul aria-label={label}>
      {items.map((item, index) => (
        <li key={keyOf(item)} data-index={index}>
          {renderItem(item, index)}
        </li>
      ))}
    </ul>
  );
}
