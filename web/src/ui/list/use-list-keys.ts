import { useLayoutEffect } from 'react';
import { isTyping } from '#web/lib/react/is-typing.ts';

/**
 * The keys of lists, heard anywhere on the page but in a field or under a dialog or menu: j and k move, Enter opens,
 * f, y and x do what the row's control for that key does. A row carries `data-row` (or `data-index`, in a long list);
 * what opens it is its `[data-opens]`, or else its first link or button; what a key does is a button with that key as
 * `aria-keyshortcuts`.
 */
export function useListKeys(): void {
  // Before the page is seen: a person who sees it may press the key.
  useLayoutEffect(() => {
    let last: HTMLElement | null = null;
    function note({ target }: FocusEvent) {
      last = rowOf(target) ?? last;
    }
    function press(event: KeyboardEvent) {
      if (event.defaultPrevented || event.metaKey || event.ctrlKey || event.altKey) return;
      if (isTyping(event.target) || document.querySelector(overlays)) return;
      const rows = [...document.querySelectorAll<HTMLElement>(`main :is(${rowSelector})`)];
      const current =
        rowOf(event.target) ?? rows.find(isHovered) ?? rows.find((row) => row === last);
      if (act(event, rows, current)) event.preventDefault();
    }
    document.addEventListener('focusin', note);
    document.addEventListener('keydown', press);
    return () => {
      document.removeEventListener('focusin', note);
      document.removeEventListener('keydown', press);
    };
  }, []);
}

const rowSelector = '[data-row], [data-index]';
const overlays = '[role="dialog"], [role="alertdialog"], [role="menu"], [role="listbox"]';

/** Does what the key means in a list; false when it means nothing here. */
function act(
  { key, target, repeat, shiftKey }: KeyboardEvent,
  rows: readonly HTMLElement[],
  current: HTMLElement | undefined,
): boolean {
  const row = current ?? rows.find(isInSight);
  if (!row) return false;
  const move = { j: 1, k: -1 }[key];
  if (move !== undefined) {
    const next = current ? rows[rows.indexOf(current) + move] : row;
    if (next) controlOf(next)?.focus();
    return true;
  }
  if (repeat) return false;
  const control = controlOf(row);
  if (key === 'Enter') {
    // A focused link or button has this key for itself.
    const isFree =
      target === document.body || (target instanceof Element && target.matches('main'));
    if (!isFree) return false;
    if (current && control?.matches('a, [data-opens]')) control.click();
    else control?.focus();
    return true;
  }
  const doer = row.querySelector<HTMLElement>(
    `[aria-keyshortcuts~="${CSS.escape(key.toLowerCase())}"]`,
  );
  if (!doer) return false;
  // Shows which row is meant.
  if (!row.contains(document.activeElement)) control?.focus();
  doer.dispatchEvent(new MouseEvent('click', { bubbles: true, cancelable: true, shiftKey }));
  return true;
}

function rowOf(target: EventTarget | null): HTMLElement | null {
  return target instanceof Element ? target.closest<HTMLElement>(`main :is(${rowSelector})`) : null;
}

function controlOf(row: HTMLElement): HTMLElement | null {
  return row.querySelector<HTMLElement>('[data-opens]') ?? row.querySelector('a, button');
}

function isHovered(row: HTMLElement): boolean {
  return row.matches(':hover');
}

/** Whether its beginning is not scrolled away, out of the window or out of the list's own box. */
function isInSight(row: HTMLElement): boolean {
  const box = row.parentElement?.parentElement?.getBoundingClientRect().top ?? 0;
  return row.getBoundingClientRect().top >= Math.max(0, box) - 1;
}
