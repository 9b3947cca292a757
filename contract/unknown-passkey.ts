/**
 * The server's message for a passkey that it doesn't know. Its code is that of any failed
 * verification, as in GoTrue, so the page goes by the message.
 */
export const unknownPasskeyMessage = 'This credential is not registered';
