import { createListeners } from './listeners.ts';

let navigating = false;
const { notify, subscribe } = createListeners();

/** Records whether the router is navigating to another page, whose script may still be loading. */
export function setNavigating(isNavigatingNow: boolean): void {
  navigating = isNavigatingNow;
  notify();
}

/** Returns whether a navigation is running now; React's state may lag behind. */
export function isNavigating(): boolean {
  return navigating;
}

export { subscribe as onNavigating };
