/** The name of the key that shortcuts are pressed with on this system. */
export const modifierKey = /mac|iphone|ipad/i.test(globalThis.navigator?.userAgent ?? '')
  ? '⌘'
  : 'Ctrl';
