/** Returns whether this browser has passkeys. */
export function supportsPasskeys(): boolean {
  return 'PublicKeyCredential' in globalThis && 'credentials' in navigator;
}
