import { useVirtualizer } from '@tanstack/react-virtual';
import { useEffect, useRef, type KeyboardEvent, type ReactNode } from 'react';
import { cx } from '#web/lib/class-names.ts';
import { isTyping } from '#web/lib/is-typing.ts';

interface VirtualListProps<Item> {
  readonly items: readonly Item[];
  readonly keyOf: (item: Item) => string;
  /** Height of a row in pixels, before it is measured. */
  readonly estimateSize: number;
  /** A row; the element that j/k and the arrows focus is its first link or button. */
  readonly renderItem: (item: Item, index: number) => ReactNode;
  /** The last rows are in sight: fetch the next page. Called again only when the list has grown. */
  readonly onEndReached?: (() => void) | undefined;
  readonly label: string;
  /** Height of the scrolling box in pixels; it is never higher than the window. */
  readonly height?: number;
  /** After the rows: a spinner for the next page, an error. */
  readonly footer?: ReactNode;
  readonly className?: string;
  /** The rows hold nothing that takes the focus: the box itself does, so that keyboards can scroll it. */
  readonly plain?: boolean;
}

/** A long list that renders what is in sight. j/k and the arrow keys move between rows. */
export function VirtualList<Item>(props: VirtualListProps<Item>) {
  const { items, keyOf, estimateSize, renderItem, onEndReached, label, height = 800 } = props;
  const box = useRef<HTMLDivElement>(null);
  const asked = useRef(-1);
  // oxlint-disable-next-line react/incompatible-library -- it hands out functions, which nothing here memoizes
  const virtualizer = useVirtualizer({
    count: items.length,
    getScrollElement: () => box.current,
    estimateSize: () => estimateSize,
    getItemKey: (index) => {
      const item = items[index];
      return item === undefined ? index : keyOf(item);
    },
    overscan: 6,
  });
  const rows = virtualizer.getVirtualItems();
  const last = rows.at(-1)?.index ?? -1;

  useEffect(() => {
    if (last < items.length - 5 || asked.current === items.length || items.length === 0) return;
    asked.current = items.length;
    onEndReached?.();
  }, [last, items.length, onEndReached]);

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
    virtualizer.scrollToIndex(to, { align: 'auto' });
    requestAnimationFrame(() => {
      box.current?.querySelector<HTMLElement>(`[data-index="${to}"] :is(a, button)`)?.focus();
    });
  }

  return (
    // The keys are a shortcut past Tab: every row can be reached without them.
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions
    <div
      ref={box}
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- it scrolls, by keyboard too
      tabIndex={props.plain ? 0 : undefined}
      onKeyDown={props.plain ? undefined : move}
      className={cx('overflow-y-auto overscroll-contain', props.className)}
      style={{ maxHeight: `min(${height}px, 100dvh - 6rem)` }}
    >
      <ul aria-label={label} className="relative" style={{ height: virtualizer.getTotalSize() }}>
        {rows.map((row) => {
          const item = items[row.index];
          if (item === undefined) return null;
          return (
            <li
              key={row.key}
              data-index={row.index}
              ref={virtualizer.measureElement}
              aria-setsize={items.length}
              aria-posinset={row.index + 1}
              className="absolute inset-x-0 top-0"
              style={{ transform: `translateY(${row.start}px)` }}
            >
              {renderItem(item, row.index)}
            </li>
          );
        })}
      </ul>
      {props.footer}
    </div>
  );
}
