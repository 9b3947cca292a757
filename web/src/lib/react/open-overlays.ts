const dialogs = '[role="dialog"], [role="alertdialog"]';
const overlays = `${dialogs}, [role="menu"], [role="listbox"]`;

/** Returns the dialog above all others, or undefined if none is open. */
export function topDialog(): Element | undefined {
  return [...document.querySelectorAll(dialogs)].at(-1);
}

/** Returns whether a dialog, a menu or a list of suggestions is open. */
export function isOverlayOpen(): boolean {
  return document.querySelector(overlays) !== null;
}

/** Closes the dialog above all others, as Escape does. */
export function closeTopDialog(): void {
  const escape = new KeyboardEvent('keydown', { key: 'Escape', bubbles: true, cancelable: true });
  (document.activeElement ?? document).dispatchEvent(escape);
}
