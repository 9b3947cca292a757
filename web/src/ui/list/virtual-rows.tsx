import { useVirtualizer } from '@tanstack/react-virtual';
import { useEffect, useImperativeHandle, type Ref } from 'react';
import type { ListRowsProps } from './list-rows.tsx';

export interface RowScroller {
  /** Scrolls to a row, which also renders it. */
  readonly scrollTo: (index: number) => void;
}

interface VirtualRowsProps extends ListRowsProps {
  /** The scrolling element. */
  readonly box: HTMLElement | null;
  /** The height of a row in pixels until it is measured. */
  readonly estimateSize: number;
  /** Every row has exactly that height. */
  readonly sameHeight: boolean;
  readonly scroller: Ref<RowScroller>;
  /** Called with the index of the last rendered row. */
  readonly onRendered: (last: number) => void;
}

/**
 * The rows of a long list, of which only the visible ones are rendered. Loaded with the first long
 * list.
 */
export default function VirtualRows(props: VirtualRowsProps) {
  const { count, keyAt, renderAt, estimateSize, sameHeight, label, box, scroller, onRendered } =
    props;
  // oxlint-disable-next-line react/incompatible-library -- it returns functions, which nothing here memoizes
  const virtualizer = useVirtualizer({
    count,
    getScrollElement: () => box,
    estimateSize: () => estimateSize,
    getItemKey: keyAt,
    overscan: 4,
    // Without a synchronous flush the browser scrolls first and renders the rows in a later task.
    useFlushSync: false,
  });
  const rows = virtualizer.getVirtualItems();
  const last = rows.at(-1)?.index ?? -1;

  useImperativeHandle(scroller, () => ({
    scrollTo: (index) => virtualizer.scrollToIndex(index, { align: 'auto' }),
  }));

  useEffect(() => onRendered(last), [last, onRendered]);

  return (
    <ul aria-label={label} className="relative" style={{ height: virtualizer.getTotalSize() }}>
      {rows.map((row) => (
        <li
          key={row.key}
          data-index={row.index}
          ref={sameHeight ? undefined : virtualizer.measureElement}
          aria-setsize={count}
          aria-posinset={row.index + 1}
          className="absolute inset-x-0 top-0"
          style={{ transform: `translateY(${row.start}px)` }}
        >
          {renderAt(row.index)}
        </li>
      ))}
    </ul>
  );
}
