import { useLayoutEffect } from 'react';
import { isTyping } from '#web/lib/react/is-typing.ts';
import { isOverlayOpen } from '#web/lib/react/open-overlays.ts';
import { rowSelector, useRestoredRow } from './use-restored-row.ts';

/**
 * Handles the keyboard shortcuts of lists, anywhere on the page except in fields and under dialogs
 * or menus. j and k move between rows and Enter opens one. Other keys (f, y, x) click the row's
 * button with that `aria-keyshortcuts`. A row that was opened has the focus again on return.
 *
 * A row has `data-row`, or `data-index` in a virtual list. It is opened by its `[data-opens]`
 * element, or else by its first link or button.
 */
export function useListKeys(): void {
  useRestoredRow();
  // In a layout effect, so that the keys work as soon as the page is visible.
  useLayoutEffect(() => {
    let last: HTMLElement | null = null;
    function rememberRow({ target }: FocusEvent) {
      last = rowOf(target) ?? last;
    }
    function press(event: KeyboardEvent) {
      if (event.defaultPrevented || event.metaKey || event.ctrlKey || event.altKey) return;
      if (isTyping(event.target) || isOverlayOpen()) return;
      const rows = [...document.querySelectorAll<HTMLElement>(`main :is(${rowSelector})`)];
      const current =
        rowOf(event.target) ?? rows.find(isHovered) ?? rows.find((row) => row === last);
      if (act(event, rows, current)) event.preventDefault();
    }
    document.addEventListener('focusin', rememberRow);
    document.addEventListener('keydown', press);
    return () => {
      document.removeEventListener('focusin', rememberRow);
      document.removeEventListener('keydown', press);
    };
  }, []);
}

/** Focuses the first row of the page's list. */
export function focusFirstRow(): void {
  const row = document.querySelector<HTMLElement>(`main :is(${rowSelector})`);
  if (row) controlOf(row)?.focus();
}

/** Performs the key's action in the list; returns false if it has none. */
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
    // A focused link or button handles Enter itself.
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
  // Focus shows which row the key acts on.
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

/** Returns whether the row's top is visible: below the list's head, and in its scrolling box. */
function isInSight(row: HTMLElement): boolean {
  const box = row.parentElement?.parentElement?.getBoundingClientRect().top ?? 0;
  const head = document.querySelector('[data-list-head]')?.getBoundingClientRect().bottom ?? 0;
  return row.getBoundingClientRect().top >= Math.max(0, box, head) - 1;
}
