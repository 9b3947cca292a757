import { invalid } from '#server/auth/auth-error.ts';

const atom = "[a-z0-9!#$%&'*+/=?^_`{|}~-]+";
const label = '[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?';

/**
 * Addresses that other mail servers accept (RFC 5321 and 5322, without quoted parts). The local
 * part is atoms joined by dots. The domain has at least two labels, the last of them not numeric.
 */
const emailPattern = new RegExp(
  `^(?=.{1,64}@)${atom}(?:\\.${atom})*@(?:${label}\\.)+(?!\\d+$)${label}$`,
  'i',
);

/** Returns the address as it is stored: lower case, without surrounding spaces. */
export function normaliseEmail(text: string): string {
  return text.trim().toLowerCase();
}

/** Calls {@link normaliseEmail} and refuses invalid addresses. */
export function requireEmail(text: string): string {
  if (text === '') throw invalid('An email address is required');
  // Lower case would turn the Kelvin sign into the k of another person's address.
  if (text.trim().length > 254 || !emailPattern.test(text.trim())) {
    throw invalid('Unable to validate email address: invalid format');
  }
  return normaliseEmail(text);
}
