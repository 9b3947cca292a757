import { useEffect, useRef, useState, type PointerEvent, type RefObject } from 'react';
import { useLatestRef } from '#web/lib/react/use-latest-ref.ts';

interface Drag {
  /** The place that is dragged, and where it would fall. */
  readonly from: number;
  readonly to: number;
  /** How far each row stands from its place, in pixels. */
  readonly shiftOf: (index: number) => number;
}

interface Row {
  readonly top: number;
  readonly height: number;
}

/** Near an edge of the window the page scrolls along, in pixels and pixels a frame. */
const edge = 72;
const speed = 9;

/**
 * Puts the rows of a list into another order by pointer: mouse, pen or finger. Rows are measured once, when one is
 * lifted; Escape puts it back. `onMove` is told when it falls somewhere else.
 */
export function useDragOrder(
  list: RefObject<HTMLElement | null>,
  onMove: (from: number, to: number) => void,
) {
  const [drag, setDrag] = useState<Drag | null>(null);
  const stop = useRef<((fall: boolean) => void) | null>(null);
  const moved = useLatestRef(onMove);
  // A list that goes while something is dragged lets go of it.
  useEffect(() => () => stop.current?.(false), []);

  function lift(event: PointerEvent<HTMLElement>, from: number) {
    if (event.button !== 0 || !list.current) return;
    const handle = event.currentTarget;
    const { pointerId } = event;
    handle.setPointerCapture(pointerId);
    const rows = Array.from(list.current.children, rowOf);
    const start = event.clientY + window.scrollY;
    let pointer = event.clientY;
    let now: Drag = dragOf(rows, from, 0);
    let frame = 0;

    function follow() {
      now = dragOf(rows, from, pointer + window.scrollY - start);
      setDrag(now);
    }
    function scroll() {
      const by = pointer < edge ? -speed : pointer > window.innerHeight - edge ? speed : 0;
      if (by !== 0) {
        window.scrollBy(0, by);
        follow();
      }
      frame = requestAnimationFrame(scroll);
    }
    function track(next: globalThis.PointerEvent) {
      pointer = next.clientY;
      follow();
    }
    function cancel(pressed: KeyboardEvent) {
      if (pressed.key === 'Escape') end(false);
    }
    const fall = () => end(true);
    const drop = () => end(false);
    function end(falls: boolean) {
      cancelAnimationFrame(frame);
      handle.removeEventListener('pointermove', track);
      handle.removeEventListener('pointerup', fall);
      handle.removeEventListener('pointercancel', drop);
      document.removeEventListener('keydown', cancel);
      stop.current = null;
      setDrag(null);
      if (falls && now.to !== from) moved.current(from, now.to);
    }

    stop.current = end;
    handle.addEventListener('pointermove', track);
    handle.addEventListener('pointerup', fall);
    handle.addEventListener('pointercancel', drop);
    document.addEventListener('keydown', cancel);
    frame = requestAnimationFrame(scroll);
    setDrag(now);
  }

  return {
    drag,
    /** What the handle of a row needs. */
    handleProps: (index: number) => ({
      onPointerDown: (event: PointerEvent<HTMLElement>) => lift(event, index),
    }),
  };
}

function rowOf(element: Element): Row {
  const { top, height } = element.getBoundingClientRect();
  return { top: top + window.scrollY, height };
}

/** Where a row falls that is dragged by so many pixels: after each other row whose middle it has passed. */
function dragOf(rows: readonly Row[], from: number, by: number): Drag {
  const own = rows[from] ?? { top: 0, height: 0 };
  const first = rows[0] ?? own;
  const last = rows.at(-1) ?? own;
  // It stays in its list: below it, the page would grow and scroll on and on.
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
  // The place that it leaves, with the gap to its neighbour.
  const room = next
    ? next.top - own.top
    : own.top + own.height - (previous ? previous.top + previous.height : own.top);
  return {
    from,
    to,
    shiftOf: (index) => {
      if (index === from) return offset;
      if (!passed[index]) return 0;
      return offset > 0 ? -room : room;
    },
  };
}
