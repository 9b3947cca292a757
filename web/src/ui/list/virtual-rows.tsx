import { useVirtualizer, useWindowVirtualizer, type Virtualizer } from '@tanstack/react-virtual';
import {
  memo,
  useEffect,
  useImperativeHandle,
  useLayoutEffect,
  useState,
  type ReactNode,
  type Ref,
} from 'react';
import type { ListRowsProps } from './list-rows.tsx';

export interface RowScroller {
  /** Scrolls to a row, which also renders it. */
  readonly scrollTo: (index: number) => void;
}

interface VirtualRowsProps extends ListRowsProps {
  /** The element around the list; it scrolls, or the page does. */
  readonly box: HTMLElement | null;
  /** The height of a row in pixels until it is measured. */
  readonly estimateSize: number;
  /** Every row has exactly that height. */
  readonly sameHeight: boolean;
  readonly scroller: Ref<RowScroller>;
  /** Called with the index of the last rendered row. */
  readonly onRendered: (last: number) => void;
  /** Called when the first rows have replaced those shown before, and before they are painted. */
  readonly onFirstRows: () => void;
}

/*
 * The rows of a long list, of which only the visible ones are rendered. Loaded with the first long
 * list.
 */

const overscan = 6;

/** Returns the options of both kinds of list. */
function optionsOf({ count, estimateSize, keyAt }: VirtualRowsProps) {
  return {
    count,
    estimateSize: () => estimateSize,
    getItemKey: keyAt,
    overscan,
    // Without a synchronous flush the browser scrolls first and renders the rows in a later task.
    useFlushSync: false,
  };
}

/** The rows of a box that scrolls. */
export function BoxRows(props: VirtualRowsProps) {
  // oxlint-disable-next-line react/incompatible-library -- it returns functions, which nothing here memoizes
  const virtualizer = useVirtualizer({
    ...optionsOf(props),
    getScrollElement: () => props.box,
  });
  return <Rows {...props} virtualizer={virtualizer} start={0} />;
}

/** The rows of a list in a page that scrolls. */
export function PageRows(props: VirtualRowsProps) {
  const { box, count } = props;
  const [start, setStart] = useState(0);
  useLayoutEffect(() => {
    if (!box) return undefined;
    const measure = () => setStart(box.getBoundingClientRect().top + scrollY);
    measure();
    // Content above the list may load later, or grow.
    const observer = new ResizeObserver(measure);
    observer.observe(document.body);
    return () => observer.disconnect();
  }, [box, count]);
  // oxlint-disable-next-line react/incompatible-library -- as above
  const virtualizer = useWindowVirtualizer({
    ...optionsOf(props),
    scrollMargin: start,
    initialOffset: () => scrollY,
    // The rows below the list's head and above bars at the foot.
    scrollPaddingStart: 120,
    scrollPaddingEnd: 96,
  });
  return <Rows {...props} virtualizer={virtualizer} start={start} />;
}

interface RowsProps<Scrolled extends Element | Window> extends VirtualRowsProps {
  readonly virtualizer: Virtualizer<Scrolled, Element>;
  /** The distance of the list from the start of what scrolls. */
  readonly start: number;
}

function Rows<Scrolled extends Element | Window>(props: RowsProps<Scrolled>) {
  const { count, renderAt, sameHeight, label, scroller, onRendered, onFirstRows } = props;
  const { virtualizer, start } = props;
  const rows = virtualizer.getVirtualItems();
  const last = rows.at(-1)?.index ?? -1;

  useImperativeHandle(scroller, () => ({
    scrollTo: (index) => virtualizer.scrollToIndex(index, { align: 'auto' }),
  }));

  useEffect(() => onRendered(last), [last, onRendered]);
  const hasRows = last >= 0;
  useLayoutEffect(() => {
    if (hasRows) onFirstRows();
  }, [hasRows, onFirstRows]);

  return (
    <ul aria-label={label} className="relative" style={{ height: virtualizer.getTotalSize() }}>
      {rows.map((row) => (
        <Row
          key={row.key}
          index={row.index}
          count={count}
          offset={row.start - start}
          measure={sameHeight ? undefined : virtualizer.measureElement}
          renderAt={renderAt}
        />
      ))}
    </ul>
  );
}

interface RowProps {
  readonly index: number;
  readonly count: number;
  /** The distance from the start of the list in pixels. */
  readonly offset: number;
  readonly measure: ((row: Element | null) => void) | undefined;
  readonly renderAt: (index: number) => ReactNode;
}

/**
 * One row. Memoised: scrolling renders only the rows that come into view. A change in it is laid
 * out and painted without its neighbours; the margin leaves room for focus rings.
 */
const Row = memo(function Row({ index, count, offset, measure, renderAt }: RowProps) {
  return (
    <li
      data-index={index}
      ref={measure}
      aria-setsize={count}
      aria-posinset={index + 1}
      className="absolute inset-x-0 top-0 [contain:content] [overflow-clip-margin:8px]"
      style={{ transform: `translateY(${offset}px)` }}
    >
      {renderAt(index)}
    </li>
  );
});
