/** For how many frames the element that had the focus may still be leaving the page. */
const patience = 30;

/** Moves the focus to the page's main part once the element that had it is gone, which would leave keyboards nowhere. */
export function preserveFocus(frames = patience): void {
  requestAnimationFrame(() => {
    if (document.activeElement === document.body) {
      document.querySelector('main')?.focus({ preventScroll: true });
    } else if (frames > 1) preserveFocus(frames - 1);
  });
}
