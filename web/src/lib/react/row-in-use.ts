import { isOverlayOpen } from './open-overlays.ts';

const rows = 'main :is([data-row], [data-index], li)';

/**
 * Returns whether the pointer or the focus is in a row of a list, or something that was opened from
 * one: rows must not move then.
 */
export function isRowInUse(): boolean {
  if (isOverlayOpen()) return true;
  if (document.activeElement?.closest(rows)) return true;
  // A finger leaves the element that it tapped hovered.
  return matchMedia('(hover: hover)').matches && document.querySelector(`${rows}:hover`) !== null;
}

/** Calls `listener` after what may end the use of a row. Returns how to stop. */
export function onRowUse(listener: () => void): () => void {
  const events = ['pointerover', 'pointerout', 'focusin', 'focusout', 'click', 'keyup'] as const;
  let frame = 0;
  const later = () => {
    cancelAnimationFrame(frame);
    // After the browser has moved hover and focus, and overlays are unmounted.
    frame = requestAnimationFrame(listener);
  };
  for (const event of events) document.addEventListener(event, later);
  return () => {
    cancelAnimationFrame(frame);
    for (const event of events) document.removeEventListener(event, later);
  };
}
