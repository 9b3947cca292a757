/*
 * Tells the session that the server no longer has its account, from below: the clients, which the session is made of,
 * find it out.
 */

let listener: () => void = () => undefined;

/** Calls `act` whenever a request finds that the account it was sent for is gone. */
export function onMissingAccount(act: () => void): void {
  listener = act;
}

export function reportMissingAccount(): void {
  listener();
}
