import { messages } from '#contract/messages.ts';
import { brokenPasswordRules, type PasswordRules } from '#contract/password-rules.ts';

export interface NewPasswordProblem {
  readonly field: 'password' | 'confirmation';
  readonly message: string;
}

/** Why a new password cannot be taken: the first rule that it breaks, or a confirmation that differs. */
export function newPasswordProblem(
  password: string,
  confirmation: string,
  rules: PasswordRules,
): NewPasswordProblem | null {
  const [broken] = brokenPasswordRules(password, rules);
  if (broken) return { field: 'password', message: broken.message };
  if (password === confirmation) return null;
  return { field: 'confirmation', message: messages.password.noMatch };
}
