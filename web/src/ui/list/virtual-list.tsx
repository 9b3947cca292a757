import {
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
import { useKeptFocus } from './use-kept-focus.ts';
import { useUntilReleased } from './use-until-released.ts';
import type * as virtualRows from './virtual-rows.tsx';

interface VirtualListProps<Item> {
  readonly items: readonly Item[];
  readonly keyOf: (item: Item) => string;
  /** Renders a row; j/k and the arrow keys focus its first link or button. */
  readonly renderItem: (item: Item, index: number) => ReactNode;
  readonly label: string;
  /** The height of a row in pixels until it is measured. */
  readonly estimateSize: number;
  /** Every row has exactly that height, so none is measured. */
  readonly sameHeight?: boolean;
  /**
   * Called when the last rows are visible, to fetch the next page. Omit it while there is no page
   * to fetch or one is loading; once set again, it is called again.
   */
  readonly onEndReached?: (() => void) | undefined;
  /** Scrolls in a box of this height in pixels, limited to the window's; else the page scrolls. */
  readonly height?: number;
  /** After the rows: a spinner for the next page, an error. */
  readonly footer?: ReactNode;
  readonly className?: string;
  /**
   * The rows have nothing focusable, so the box itself takes focus: keyboards can then scroll it.
   */
  readonly plain?: boolean;
}

/** Lists with fewer rows are rendered whole. Others are only if the virtualization script is missing. */
const longFrom = 50;
/** The rows of a long list, enough for a window, that are shown until that script is loaded. */
const initialRows = 12;
/** The distance to the end, in pixels, at which a short list requests the next page. */
const endDistance = 400;
/** A list's end stays visible for it, in pixels, when a jump leaves it above the window. */
const farAbove = 1_000_000;

type RowsScript = typeof virtualRows;
let loadedScript: RowsScript | null = null;

interface RowsScriptState {
  /** Null until it is needed and loaded. */
  readonly script: RowsScript | null;
  /** It can't be loaded, as on a device that went offline before its first long list. */
  readonly isMissing: boolean;
}

/** Loads the virtualization script once it is needed. */
function useRowsScript(isNeeded: boolean): RowsScriptState {
  const [state, setState] = useState({ script: loadedScript, isMissing: false });
  const { script } = state;
  useEffect(() => {
    if (!isNeeded || script !== null) return undefined;
    let isShown = true;
    async function load() {
      // Another list may have loaded it meanwhile.
      loadedScript = await import('./virtual-rows.tsx').catch(() => loadedScript);
      if (isShown) setState({ script: loadedScript, isMissing: loadedScript === null });
    }
    void load();
    return () => {
      isShown = false;
    };
  }, [isNeeded, script]);
  return state;
}

/**
 * A list that renders only its visible rows if it is long. j/k and the arrow keys move between
 * rows.
 */
export function VirtualList<Item>(props: VirtualListProps<Item>) {
  const { items, keyOf, estimateSize, renderItem, onEndReached, label, height } = props;
  const scrollsPage = height === undefined;
  // State and not a ref: rows that mount together with the box need another render once it exists.
  const [box, setBox] = useState<HTMLDivElement | null>(null);
  const [end, setEnd] = useState<HTMLDivElement | null>(null);
  const scroller = useRef<virtualRows.RowScroller>(null);
  const { script, isMissing } = useRowsScript(items.length >= longFrom);
  const long = items.length >= longFrom && !isMissing;
  const isVirtual = useUntilReleased(long && script !== null, box);
  const Rows = scrollsPage ? script?.PageRows : script?.BoxRows;
  const { restore: restoreFocus, ...focusHandlers } = useKeptFocus(box);

  const reportLastRow = useCallback(
    (last: number) => {
      if (items.length > 0 && last >= items.length - 5) onEndReached?.();
    },
    [items.length, onEndReached],
  );

  // A list that is rendered whole has its last row long before that is visible.
  useEffect(() => {
    if (long || end === null || items.length === 0 || onEndReached === undefined) return undefined;
    // The browser tells it after it has laid out the rows: to measure them here would delay the page.
    const observer = new IntersectionObserver(
      (seen) => {
        if (seen.some(({ isIntersecting }) => isIntersecting)) onEndReached();
      },
      { root: scrollsPage ? null : box, rootMargin: `${farAbove}px 0px ${endDistance}px` },
    );
    observer.observe(end);
    return () => observer.disconnect();
  }, [long, end, box, scrollsPage, items.length, onEndReached]);

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
    if (event.repeat) ignorePointer();
    if (focusRow(to)) return;
    scroller.current?.scrollTo(to);
    requestAnimationFrame(() => focusRow(to));
  }

  /** Focuses a row and scrolls only as far as needed. Returns false if it isn't rendered. */
  function focusRow(index: number): boolean {
    const row = box?.querySelector<HTMLElement>(`[data-index="${index}"] :is(a, button)`);
    // Focus alone would scroll the row to the middle. It comes second: what it restyles would have to
    // be laid out before the browser could scroll.
    row?.scrollIntoView({ block: 'nearest' });
    row?.focus({ preventScroll: true });
    return row != null;
  }

  const rows = {
    label,
    keyAt: (index: number) => mapAt(items, index, keyOf) ?? String(index),
    renderAt: (index: number) => mapAt(items, index, (item) => renderItem(item, index)),
  };
  return (
    // The keys are a shortcut: Tab reaches every row too.
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions
    <div
      ref={setBox}
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- it scrolls, by keyboard too
      tabIndex={props.plain ? 0 : undefined}
      onKeyDown={props.plain ? undefined : move}
      {...focusHandlers}
      // Rows show as many columns as there is room for.
      className={cx(
        '@container',
        !scrollsPage && 'overflow-y-auto overscroll-contain',
        props.className,
      )}
      {...(scrollsPage ? {} : { style: { maxHeight: `min(${height}px, 100dvh - 6rem)` } })}
    >
      {isVirtual && Rows !== undefined ? (
        <Rows
          {...rows}
          count={items.length}
          box={box}
          scroller={scroller}
          estimateSize={estimateSize}
          sameHeight={props.sameHeight ?? false}
          onRendered={reportLastRow}
          onFirstRows={restoreFocus}
        />
      ) : (
        <ListRows {...rows} count={long && script === null ? initialRows : items.length} />
      )}
      <div ref={setEnd} />
      {props.footer}
    </div>
  );
}

/** How long a pointer is ignored after the last repetition of a key. */
const ignoredMs = 500;
let cover: HTMLElement | null = null;
let uncovering: ReturnType<typeof setTimeout> | undefined;

/**
 * Ignores a resting pointer while a key is held. Otherwise each row that scrolls under it would be
 * highlighted, too, and a frame would be drawn for that. A cover restyles nothing, unlike
 * `pointer-events`, which rows inherit.
 */
function ignorePointer() {
  clearTimeout(uncovering);
  uncovering = setTimeout(uncover, ignoredMs);
  if (cover !== null) return;
  cover = document.createElement('div');
  cover.className = 'fixed inset-0 z-50';
  for (const event of ['pointermove', 'wheel']) cover.addEventListener(event, uncover);
  document.body.append(cover);
}

function uncover() {
  cover?.remove();
  cover = null;
}

/** Maps the item at an index; undefined if the list has just become shorter. */
function mapAt<Item, Result>(
  items: readonly Item[],
  index: number,
  map: (item: Item) => Result,
): Result | undefined {
  const item = items[index];
  return item === undefined ? undefined : map(item);
}
