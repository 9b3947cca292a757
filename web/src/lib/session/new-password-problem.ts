import { accountMessages } from '#contract/account-messages.ts';
import { brokenPasswordRules, type PasswordRules } from '#contract/password-rules.ts';

export interface NewPasswordProblem {
  readonly field: 'password' | 'confirmation';
  readonly message: string;
}

/** Returns why a new password is refused: the first broken rule, or a different confirmation. */
export function newPasswordProblem(
  password: string,
  confirmation: string,
  rules: PasswordRules,
): NewPasswordProblem | null {
  const [broken] = brokenPasswordRules(password, rules);
  if (broken) return { field: 'password', message: broken.message };
  if (password === confirmation) return null;
  return { field: 'confirmation', message: accountMessages.password.noMatch };
}
