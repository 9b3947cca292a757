import { useEffect, useRef, useState, type PointerEvent, type RefObject } from 'react';
import { useLatestRef } from '#web/lib/react/use-latest-ref.ts';

interface Drag {
  /** The index of the dragged row, and the index where it would drop. */
  readonly from: number;
  readonly to: number;
  /** Returns the offset of a row from its position, in pixels. */
  readonly shiftOf: (index: number) => number;
}

interface Row {
  readonly top: number;
  readonly height: number;
}

/** The distance to the window's edge at which the page scrolls, in pixels. */
const edge = 72;
/** Pixels per animation frame. */
const scrollSpeed = 9;

/**
 * Reorders the rows of a list by mouse, pen or finger. Rows are measured once, when a drag starts;
 * Escape cancels it. `onMove` is called when a row drops at another index.
 */
export function useDragOrder(
  list: RefObject<HTMLElement | null>,
  onMove: (from: number, to: number) => void,
) {
  const [drag, setDrag] = useState<Drag | null>(null);
  const endDrag = useRef<((shouldMove: boolean) => void) | null>(null);
  const latestOnMove = useLatestRef(onMove);
  // Unmounting the list cancels the drag.
  useEffect(() => () => endDrag.current?.(false), []);

  function startDrag(event: PointerEvent<HTMLElement>, from: number) {
    if (event.button !== 0 || !list.current) return;
    const handle = event.currentTarget;
    const { pointerId } = event;
    handle.setPointerCapture(pointerId);
    const rows = Array.from(list.current.children, measureRow);
    const start = event.clientY + window.scrollY;
    let pointer = event.clientY;
    let current: Drag = computeDrag(rows, from, 0);
    let request = 0;

    function update() {
      current = computeDrag(rows, from, pointer + window.scrollY - start);
      setDrag(current);
    }
    function scroll() {
      const isAtBottom = pointer > window.innerHeight - edge;
      const by = pointer < edge ? -scrollSpeed : isAtBottom ? scrollSpeed : 0;
      if (by !== 0) {
        window.scrollBy(0, by);
        update();
      }
      request = requestAnimationFrame(scroll);
    }
    function track(next: globalThis.PointerEvent) {
      pointer = next.clientY;
      update();
    }
    function cancelOnEscape(pressed: KeyboardEvent) {
      if (pressed.key === 'Escape') end(false);
    }
    const drop = () => end(true);
    const cancel = () => end(false);
    function end(shouldMove: boolean) {
      cancelAnimationFrame(request);
      handle.removeEventListener('pointermove', track);
      handle.removeEventListener('pointerup', drop);
      handle.removeEventListener('pointercancel', cancel);
      document.removeEventListener('keydown', cancelOnEscape);
      endDrag.current = null;
      setDrag(null);
      if (shouldMove && current.to !== from) latestOnMove.current(from, current.to);
    }

    endDrag.current = end;
    handle.addEventListener('pointermove', track);
    handle.addEventListener('pointerup', drop);
    handle.addEventListener('pointercancel', cancel);
    document.addEventListener('keydown', cancelOnEscape);
    request = requestAnimationFrame(scroll);
    setDrag(current);
  }

  return {
    drag,
    /** Returns the props of a row's drag handle. */
    handleProps: (index: number) => ({
      onPointerDown: (event: PointerEvent<HTMLElement>) => startDrag(event, index),
    }),
  };
}

function measureRow(element: Element): Row {
  const { top, height } = element.getBoundingClientRect();
  return { top: top + window.scrollY, height };
}

/**
 * Computes the drag state of a row moved `by` pixels: it drops after each row whose middle it has
 * passed.
 */
function computeDrag(rows: readonly Row[], from: number, by: number): Drag {
  const own = rows[from] ?? { top: 0, height: 0 };
  const first = rows[0] ?? own;
  const last = rows.at(-1) ?? own;
  // The row stays inside the list: dragged below it, it would extend the page, which would scroll
  // forever.
  const lowest = last.top + last.height - own.top - own.height;
  const offset = Math.min(Math.max(by, first.top - own.top), lowest);
  const edgeAhead = offset > 0 ? own.top + own.height + offset : own.top + offset;
  const passed = rows.map((row, index) => {
    const middle = row.top + row.height / 2;
    if (index > from) return offset > 0 && edgeAhead > middle;
    return index < from && offset < 0 && edgeAhead < middle;
  });
  const count = passed.filter(Boolean).length;
  const to = offset > 0 ? from + count : from - count;
  const next = rows[from + 1];
  const previous = rows[from - 1];
  // The height that the row leaves free, with the gap to its neighbour.
  const freed = next
    ? next.top - own.top
    : own.top + own.height - (previous ? previous.top + previous.height : own.top);
  return {
    from,
    to,
    shiftOf: (index) => {
      if (index === from) return offset;
      if (!passed[index]) return 0;
      return offset > 0 ? -freed : freed;
    },
  };
}
