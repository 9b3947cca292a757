import type { ReactNode } from 'react';

/** What both forms of a list's rows take: those that stand there all, and those that are drawn as they come in sight. */
export interface ListRowsProps {
  readonly count: number;
  readonly keyAt: (index: number) => string;
  readonly renderAt: (index: number) => ReactNode;
  readonly label: string;
}

/** Every row, one under the other. */
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
