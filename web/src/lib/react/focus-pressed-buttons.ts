/**
 * Focuses each pressed button or link in browsers that don't. Safari leaves the focus on the page,
 * and a dialog would have nowhere to return it to. A field that keeps the focus on purpose keeps
 * it.
 */
export function focusPressedButtons(): void {
  document.addEventListener(
    'click',
    ({ target }) => {
      const pressed =
        target instanceof Element ? target.closest<HTMLElement>('button, a[href]') : null;
      if (
        pressed &&
        document.activeElement?.contains(pressed) &&
        document.activeElement !== pressed
      ) {
        pressed.focus({ preventScroll: true });
      }
    },
    true,
  );
}
