import { limits } from './limits.ts';

/** Why a password is refused, in the words of the auth protocol. */
export type WeakPasswordReason = 'length' | 'characters';

/** A rule that every new password keeps, with the text a person reads when it does not. */
export interface PasswordRule {
  readonly reason: WeakPasswordReason;
  readonly message: string;
  readonly keptBy: (password: string) => boolean;
}

/** In the order in which they are told. */
const passwordRules: readonly PasswordRule[] = [
  {
    reason: 'length',
    message: 'Password must be at least 8 characters long',
    keptBy: (password) => password.length >= limits.passwordLength,
  },
  {
    reason: 'characters',
    message: 'Password must contain at least one uppercase letter',
    keptBy: (password) => /\p{Lu}/u.test(password),
  },
  {
    reason: 'characters',
    message: 'Password must contain at least one number',
    keptBy: (password) => /\d/.test(password),
  },
];

/** The rules that a password breaks; none when it may be used. */
export function brokenPasswordRules(password: string): readonly PasswordRule[] {
  return passwordRules.filter((rule) => !rule.keptBy(password));
}
