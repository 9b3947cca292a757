/* Lets the clients report a deleted account to the session, which imports the clients. */

let listener: () => void = () => undefined;

/** Sets the function to call when a response shows that the user's account was deleted. */
export function onMissingAccount(newListener: () => void): void {
  listener = newListener;
}

export function reportMissingAccount(): void {
  listener();
}
