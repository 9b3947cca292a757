import { messages } from '#contract/messages.ts';
import { brokenPasswordRules, type PasswordRules } from '#contract/password-rules.ts';

export interface SignUpFields {
  readonly fullName: string;
  readonly email: string;
  readonly password: string;
  readonly confirmation: string;
}

export interface SignUpProblem {
  /** Null if the problem concerns the whole form. */
  readonly field: keyof SignUpFields | null;
  readonly message: string;
}

/** Returns why the form can't be sent and the field to show it at; null if it can. */
export function signUpProblem(fields: SignUpFields, rules: PasswordRules): SignUpProblem | null {
  if (fields.email.trim() === '') return { field: 'email', message: messages.auth.requiredFields };
  if (fields.password === '') return { field: 'password', message: messages.auth.requiredFields };
  if (fields.password !== fields.confirmation) {
    return { field: 'confirmation', message: messages.auth.passwordsDoNotMatch };
  }
  const [broken] = brokenPasswordRules(fields.password, rules);
  return broken ? { field: 'password', message: broken.message } : null;
}
