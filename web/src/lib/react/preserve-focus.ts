let stopWatching = () => {};

/**
 * Moves the focus to the page's main part if the element that has it leaves the page, which would leave keyboards
 * nowhere. Call it before a change that may remove the element: it watches until the focus moves.
 */
export function preserveFocus(): void {
  stopWatching();
  const focused = document.activeElement;
  const observer = new MutationObserver(moveIfGone);
  stopWatching = () => {
    observer.disconnect();
    document.removeEventListener('focusin', stopWatching);
  };

  function moveIfGone() {
    if (focused?.isConnected && focused !== document.body) return;
    stopWatching();
    if (document.activeElement !== document.body) return;
    document.querySelector('main')?.focus({ preventScroll: true });
  }
  document.addEventListener('focusin', stopWatching);
  observer.observe(document.body, { childList: true, subtree: true });
  moveIfGone();
}
