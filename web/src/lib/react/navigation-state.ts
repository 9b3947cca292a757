let onTheWay = false;

/** The router says whether it is on its way to another page, whose script may still be coming. */
export function setNavigating(now: boolean): void {
  onTheWay = now;
}

/** Whether the page is being left, now: what React shows of it may be behind by some moments. */
export function isNavigating(): boolean {
  return onTheWay;
}
