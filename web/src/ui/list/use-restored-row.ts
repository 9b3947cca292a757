import { useEffect } from 'react';
import { NavigationType, useLocation, useNavigationType } from 'react-router';
import { currentEntry } from '#web/lib/react/history-entry.ts';

export const rowSelector = '[data-row], [data-index]';

/** The link of the row that was focused or opened last, by the entry of the browser's history. */
const lastRows = new Map<string, string>();

/** Gives the focus back to the row that was opened, when the person returns to its list. */
export function useRestoredRow(): void {
  const { key } = useLocation();
  const hasReturned = useNavigationType() === NavigationType.Pop;
  useEffect(() => {
    const stopRestoring = hasReturned ? restoreRow(lastRows.get(key)) : undefined;
    function remember({ target }: Event) {
      const row = target instanceof Element ? target.closest(`main :is(${rowSelector})`) : null;
      const link = row?.querySelector('a')?.getAttribute('href');
      if (link) lastRows.set(currentEntry()?.key ?? key, link);
    }
    // Safari doesn't focus a link that is clicked.
    document.addEventListener('click', remember, true);
    document.addEventListener('focusin', remember);
    return () => {
      stopRestoring?.();
      document.removeEventListener('click', remember, true);
      document.removeEventListener('focusin', remember);
    };
  }, [key, hasReturned]);
}

/** Focuses a row once it is rendered, unless the person does something else before. */
function restoreRow(link: string | undefined): (() => void) | undefined {
  if (link === undefined) return undefined;
  const selector = `main :is(${rowSelector}) a[href="${CSS.escape(link)}"]`;
  const observer = new MutationObserver(focus);
  // After the new page has taken the focus.
  const frame = requestAnimationFrame(focus);
  function focus() {
    const row = document.querySelector<HTMLElement>(selector);
    if (!row) return;
    stop();
    row.focus({ preventScroll: true });
  }
  function stop() {
    cancelAnimationFrame(frame);
    observer.disconnect();
    document.removeEventListener('keydown', stop, true);
    document.removeEventListener('pointerdown', stop, true);
  }
  observer.observe(document.body, { childList: true, subtree: true });
  document.addEventListener('keydown', stop, true);
  document.addEventListener('pointerdown', stop, true);
  return stop;
}
