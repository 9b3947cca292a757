const dialogs = '[role="dialog"], [role="alertdialog"]';
const closable = `${dialogs}, [role="menu"]`;
const overlays = `${closable}, [role="listbox"]`;

/** Returns the dialog above all others, or undefined if none is open. */
export function topDialog(): Element | undefined {
  return [...document.querySelectorAll(dialogs)].at(-1);
}

/** Returns whether a dialog, a menu or a list of suggestions is open. */
export function isOverlayOpen(): boolean {
  return document.querySelector(overlays) !== null;
}

/** Returns whether a dialog or a menu is open, which {@link closeTopOverlay} closes. */
export function canCloseOverlay(): boolean {
  return document.querySelector(closable) !== null;
}

/** Closes the dialog or menu above all others, as Escape does. */
export function closeTopOverlay(): void {
  const escape = new KeyboardEvent('keydown', { key: 'Escape', bubbles: true, cancelable: true });
  (document.activeElement ?? document).dispatchEvent(escape);
}
