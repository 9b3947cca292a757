import type { ReactNode } from 'react';

/** Props that plain and virtual rows share. */
export interface ListRowsProps {
  readonly count: number;
  readonly keyAt: (index: number) => string;
  readonly renderAt: (index: number) => ReactNode;
  readonly label: string;
}

/** All rows of a list, without virtualization. */
export function ListRows({ count, keyAt, renderAt, label }: ListRowsProps) {
  return (
    <ul aria-label={label}>
      {Array.from({ length: count }, (_, index) => (
        <li key={keyAt(index)} data-index={index}>
          {renderAt(index)}
        </li>
      ))}
    </ul>
  );
}
