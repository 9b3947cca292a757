/** Returns whether an element is in a toast, which windows leave open when pressed. */
export function isToast(target: EventTarget | null): boolean {
  return target instanceof Element && target.closest('[data-sonner-toaster]') !== null;
}
