import type { TooManyAttempts } from '#server/http/caller/access-tokens.ts';
import type { AuthenticationError } from '#server/http/caller/caller.ts';
import { refuse, type RestError } from '#server/rest/rest-error.ts';

/** Returns the protocol's error for a caller that was not authenticated. */
export function fromCallerRefusal(refusal: AuthenticationError | TooManyAttempts): RestError {
  switch (refusal.kind) {
    case 'unknown-api-key':
      return refuse.token('Invalid API key', 'The API key is none of this server.');
    case 'malformed-token':
      return refusal.message.startsWith('Expected')
        ? refuse.token(refusal.message)
        : refuse.token("JWT couldn't be decoded", refusal.message);
    case 'invalid-signature':
      return refuse.token(
        'No suitable key or wrong key type',
        'None of the keys was able to decode the JWT',
      );
    case 'expired-token':
      return refuse.claims('JWT expired');
    case 'unacceptable-claims':
      return refuse.claims(refusal.message);
    case 'too-many-attempts':
      return refuse.tooManyAttempts(refusal.retryAfterSeconds);
  }
}
