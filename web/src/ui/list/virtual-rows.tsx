import { useVirtualizer } from '@tanstack/react-virtual';
import { useEffect, useImperativeHandle, type Ref } from 'react';
import type { ListRowsProps } from './list-rows.tsx';

export interface RowScroller {
  /** Brings a row into sight, and by that into the page. */
  readonly scrollTo: (index: number) => void;
}

interface VirtualRowsProps extends ListRowsProps {
  /** What scrolls them. */
  readonly box: HTMLElement | null;
  /** Height of a row in pixels, before it is measured. */
  readonly estimateSize: number;
  /** Every row is exactly as high as that. */
  readonly sameHeight: boolean;
  readonly scroller: Ref<RowScroller>;
  /** Called with the place of the last row that is drawn. */
  readonly onDrawn: (last: number) => void;
}

/** Rows of a long list: only those in sight are drawn. Loaded with the first list that is long. */
export default function VirtualRows(props: VirtualRowsProps) {
  const { count, keyAt, renderAt, estimateSize, sameHeight, label, box, scroller, onDrawn } = props;
  // oxlint-disable-next-line react/incompatible-library -- it hands out functions, which nothing here memoizes
  const virtualizer = useVirtualizer({
    count,
    getScrollElement: () => box,
    estimateSize: () => estimateSize,
    getItemKey: keyAt,
    overscan: 4,
    // In a task of its own: the browser scrolls first, then the rows are drawn.
    useFlushSync: false,
  });
  const rows = virtualizer.getVirtualItems();
  const last = rows.at(-1)?.index ?? -1;

  useImperativeHandle(scroller, () => ({
    scrollTo: (index) => virtualizer.scrollToIndex(index, { align: 'auto' }),
  }));

  useEffect(() => onDrawn(last), [last, onDrawn]);

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
