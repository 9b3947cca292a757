import { optionalText } from '#server/auth/read-body.ts';
import type { AuthContext, AuthServices } from '#server/auth/services.ts';
import { readCodeChallenge, type CodeChallenge } from '#server/auth/tokens/flow-state.ts';
import { requireEmail } from './email-address.ts';

/** The fields of a body that asks for a mail with a link. */
export const mailRequestFields = {
  email: optionalText,
  code_challenge: optionalText,
  code_challenge_method: optionalText,
};

/** A request for a mail with a link. */
export interface MailRequest {
  readonly email: string;
  readonly redirectTo: string;
  readonly challenge: CodeChallenge | null;
}

export function readMailRequest(
  c: AuthContext,
  services: AuthServices,
  input: Readonly<Record<keyof typeof mailRequestFields, string>>,
): MailRequest {
  return {
    email: requireEmail(input.email),
    redirectTo: services.redirects.resolve(c.req.query('redirect_to')),
    challenge: readCodeChallenge(input.code_challenge, input.code_challenge_method),
  };
}
