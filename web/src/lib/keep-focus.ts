/** Gives the focus to the page's main part when what had it is gone, which would leave keyboards and screen readers nowhere. */
export function keepFocus(): void {
  requestAnimationFrame(() => {
    if (document.activeElement === document.body) {
      document.querySelector('main')?.focus({ preventScroll: true });
    }
  });
}
