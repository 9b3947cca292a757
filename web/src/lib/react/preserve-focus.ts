import { isOverlayOpen } from './open-overlays.ts';

const rows = 'li, [data-index], [data-row]';

/** The element of `<main>` that had the focus last. */
let focused: Element | null = null;
/** The last focused element: there, in a dialog or in a toast. */
let current: Node | null = null;
/** Its neighbours and its section when it was removed. */
let nearby: (Node | null)[] = [];

/**
 * Keeps the focus in its place when the focused element is removed or moved, since browsers drop
 * it. Open overlays return it themselves.
 */
export function preserveFocus(): void {
  remember(document.activeElement);
  document.addEventListener('focusin', ({ target }) => remember(target));
  document.addEventListener('focusout', ({ target }) => setTimeout(forgetIfLeft, 0, target));
  new MutationObserver((records) => {
    for (const { removedNodes, target, nextSibling, previousSibling } of records) {
      const removed = [...removedNodes].find((node) => node.contains(focused));
      if (!(removed instanceof Element && target instanceof Element)) continue;
      nearby = [target.closest(`main :is(${rows}, section)`)];
      if (removed.matches(rows)) nearby.unshift(nextSibling, previousSibling);
    }
    // The next frame, since a list may render its new rows later, and focus one itself.
    if (nearby.length > 0 || current?.isConnected === false) requestAnimationFrame(focusIfLost);
  }).observe(document.body, { childList: true, subtree: true });
}

function remember(target: EventTarget | null): void {
  current = target instanceof Node ? target : null;
  if (!(target instanceof Element && target.matches('main :not([role="menu"], [role="menu"] *)')))
    return;
  focused = target;
  nearby = [];
}

/** Forgets an element that lost the focus to nothing, by a click beside it, and is still there. */
function forgetIfLeft(target: EventTarget | null): void {
  if (document.activeElement !== document.body || target !== current) return;
  if (!current?.isConnected || (target instanceof Element && target.matches(':disabled'))) return;
  focused = null;
  current = null;
  nearby = [];
}

/**
 * If nothing has the focus, focuses the row or section in sight beside the removed element, or else
 * `<main>`. The whole row, so that a second Enter presses nothing in it.
 */
export function focusIfLost(): void {
  if (document.activeElement !== document.body || isOverlayOpen()) return;
  const stays = focused?.isConnected ? focused : rowInPlace();
  const target = [stays, ...nearby].find(isInSight) ?? document.querySelector('main');
  nearby = [];
  current = null;
  if (!(target instanceof HTMLElement)) return;
  if (target.tabIndex < 0 && target.matches(`${rows}, section`)) {
    target.tabIndex = 0;
    // No longer a stop of Tab, but toasts return the focus to it.
    target.addEventListener('blur', () => (target.tabIndex = -1), { once: true });
  }
  target.focus({ preventScroll: true });
}

/** Returns the row with the index of the removed one, also if the list got new elements. */
function rowInPlace(): Element | null {
  const index = focused?.closest('[data-index]')?.getAttribute('data-index');
  const list = focused?.closest('ul')?.ariaLabel;
  if (index == null || list == null) return null;
  return document.querySelector(
    `main ul[aria-label="${CSS.escape(list)}"] > [data-index="${index}"]`,
  );
}

function isInSight(node: Node | null): boolean {
  if (!(node instanceof HTMLElement && node.isConnected)) return false;
  const { top, bottom } = node.getBoundingClientRect();
  return bottom > 0 && top < innerHeight;
}
