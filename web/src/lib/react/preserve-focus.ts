let stopWatching = () => {};

/**
 * Moves the focus to the main element when the focused element is removed, so that the keyboard
 * still works. Call it before a change that may remove the element: it watches until the focus
 * moves.
 */
export function preserveFocus(): void {
  stopWatching();
  const focused = document.activeElement;
  const observer = new MutationObserver(moveIfRemoved);
  stopWatching = () => {
    observer.disconnect();
    document.removeEventListener('focusin', stopWatching);
  };

  function moveIfRemoved() {
    if (focused?.isConnected && focused !== document.body) return;
    stopWatching();
    if (document.activeElement !== document.body) return;
    document.querySelector('main')?.focus({ preventScroll: true });
  }
  document.addEventListener('focusin', stopWatching);
  observer.observe(document.body, { childList: true, subtree: true });
  moveIfRemoved();
}
