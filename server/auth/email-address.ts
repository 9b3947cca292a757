import { AuthError } from './auth-error.ts';

/** RFC 5321: 64 before the @, 254 in all. The form is that of an HTML e-mail field, with a dot in the domain or localhost. */
const form =
  /^[a-z0-9.!#$%&'*+/=?^_`{|}~-]{1,64}@(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)*[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?$/;

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
