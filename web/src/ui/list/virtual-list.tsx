import {
  lazy,
  Suspense,
  useCallback,
  useEffect,
  useRef,
  useState,
  type KeyboardEvent,
  type ReactNode,
} from 'react';
import { cx } from '#web/lib/theme/class-names.ts';
import { isTyping } from '#web/lib/react/is-typing.ts';
import { ListRows } from './list-rows.tsx';
import type { RowScroller } from './virtual-rows.tsx';

interface VirtualListProps<Item> {
  readonly items: readonly Item[];
  readonly keyOf: (item: Item) => string;
  /** A row; the element that j/k and the arrows focus is its first link or button. */
  readonly renderItem: (item: Item, index: number) => ReactNode;
  readonly label: string;
  /** Height of a row in pixels, before it is measured. */
  readonly estimateSize: number;
  /** Every row is exactly as high as that: none has to be measured. */
  readonly sameHeight?: boolean;
  /**
   * The last rows are in sight: fetch the next page. Absent while there is none to fetch, or one is on its way; given
   * again, it is called again.
   */
  readonly onEndReached?: (() => void) | undefined;
  /** Height of the scrolling box in pixels; it is never higher than the window. */
  readonly height?: number;
  /** After the rows: a spinner for the next page, an error. */
  readonly footer?: ReactNode;
  readonly className?: string;
  /** The rows hold nothing that takes the focus: the box itself does, so that keyboards can scroll it. */
  readonly plain?: boolean;
}

/** A list of fewer rows is drawn whole: what draws the others only as they come in sight is a script of its own. */
const longFrom = 50;
/** So many rows of a long list, enough for a window, stand there until that script is loaded. */
const rowsMeanwhile = 12;
/** So many pixels before its end, a list that goes on is asked for more. */
const nearTheEnd = 400;

const VirtualRows = lazy(() => import('./virtual-rows.tsx'));

/** A list that may be long: then it draws what is in sight. j/k and the arrow keys move between rows. */
export function VirtualList<Item>(props: VirtualListProps<Item>) {
  const { items, keyOf, estimateSize, renderItem, onEndReached, label, height = 800 } = props;
  // A state, since rows that are drawn with it for the first time come before it does.
  const [box, setBox] = useState<HTMLDivElement | null>(null);
  const scroller = useRef<RowScroller>(null);
  const long = items.length >= longFrom;

  const askForMore = useCallback(
    (last: number) => {
      if (items.length > 0 && last >= items.length - 5) onEndReached?.();
    },
    [items.length, onEndReached],
  );

  /** Of a list that is drawn whole, the last row is drawn long before it is in sight. */
  const lookForEnd = useCallback(() => {
    if (long || box === null) return;
    const below = box.scrollHeight - box.scrollTop - box.clientHeight;
    if (below < nearTheEnd) askForMore(items.length - 1);
  }, [askForMore, box, items.length, long]);
  useEffect(lookForEnd, [lookForEnd]);

  function move(event: KeyboardEvent<HTMLDivElement>) {
    const step = { j: 1, ArrowDown: 1, k: -1, ArrowUp: -1 }[event.key];
    if (
      step === undefined ||
      event.metaKey ||
      event.ctrlKey ||
      event.altKey ||
      isTyping(event.target)
    )
      return;
    const row = event.target instanceof Element ? event.target.closest('[data-index]') : null;
    const from = row === null ? (step > 0 ? -1 : 0) : Number(row.getAttribute('data-index'));
    const to = Math.min(Math.max(from + step, 0), items.length - 1);
    event.preventDefault();
    scroller.current?.scrollTo(to);
    requestAnimationFrame(() => {
      box?.querySelector<HTMLElement>(`[data-index="${to}"] :is(a, button)`)?.focus();
    });
  }

  const rows = {
    label,
    keyAt: (index: number) => at(items, index, keyOf) ?? String(index),
    renderAt: (index: number) => at(items, index, (item) => renderItem(item, index)),
  };
  return (
    // The keys are a shortcut past Tab: every row can be reached without them.
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions
    <div
      ref={setBox}
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- it scrolls, by keyboard too
      tabIndex={props.plain ? 0 : undefined}
      onKeyDown={props.plain ? undefined : move}
      onScroll={lookForEnd}
      className={cx('overflow-y-auto overscroll-contain', props.className)}
      style={{ maxHeight: `min(${height}px, 100dvh - 6rem)` }}
    >
      {long ? (
        <Suspense fallback={<ListRows {...rows} count={rowsMeanwhile} />}>
          <VirtualRows
            {...rows}
            count={items.length}
            box={box}
            scroller={scroller}
            estimateSize={estimateSize}
            sameHeight={props.sameHeight ?? false}
            onDrawn={askForMore}
          />
        </Suspense>
      ) : (
        <ListRows {...rows} count={items.length} />
      )}
      {props.footer}
    </div>
  );
}

/** What is made of an item; undefined of one that is just gone. */
function at<Item, Made>(
  items: readonly Item[],
  index: number,
  make: (item: Item) => Made,
): Made | undefined {
  const item = items[index];
  return item === undefined ? undefined : make(item);
}
