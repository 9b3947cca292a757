import { AuthError } from './auth-error.ts';

const atom = "[a-z0-9!#$%&'*+/=?^_`{|}~-]+";
const label = '[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?';

/**
 * What mail servers of others take (RFC 5321 and 5322, without quotes): words joined by dots, and a
 * domain of at least two labels, of which the last is no number.
 */
const form = new RegExp(`^(?=.{1,64}@)${atom}(?:\\.${atom})*@(?:${label}\\.)+(?!\\d+$)${label}$`);

/** The address in the form in which it is stored: lower case, without spaces around it. */
export function normaliseEmail(text: string): string {
  return text.trim().toLowerCase();
}

/** {@link normaliseEmail}, refusing what is no address. */
export function requireEmail(text: string): string {
  if (text === '') throw new AuthError('validation_failed', 'An email address is required');
  const email = normaliseEmail(text);
  if (email.length > 254 || !form.test(email)) {
    throw new AuthError('validation_failed', 'Unable to validate email address: invalid format');
  }
  return email;
}
