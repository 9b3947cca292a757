import type { AuthenticationError, Caller, CallerVerifier } from '#server/http/caller/caller.ts';
import { isRefusal } from '#server/http/caller/caller.ts';

/** A key or token that was refused. `message` starts with the protocol's error code. */
export class CallerRefused extends Error {
  override name = 'CallerRefused';
}

const malformed = 'MalformedJWT: The token provided is not a valid JWT';

/** Returns who a client is by its API key and token, or throws {@link CallerRefused}. */
export async function identifyCaller(
  verifier: CallerVerifier,
  apiKey: string | null,
  token: string | null,
): Promise<Caller> {
  if (token === '') throw new CallerRefused(malformed);
  const outcome = await verifier.identify({
    get(name) {
      if (name === 'apikey') return apiKey;
      return name === 'authorization' && token !== null ? `Bearer ${token}` : null;
    },
  });
  if (isRefusal(outcome)) throw new CallerRefused(describeRefusal(outcome));
  if (outcome.apiKey === 'none' && outcome.claims === null) {
    throw new CallerRefused('InvalidJWTToken: An API key or an access token is required');
  }
  return outcome;
}

function describeRefusal(refusal: AuthenticationError): string {
  switch (refusal.kind) {
    case 'unknown-api-key':
      return 'InvalidJWTToken: The API key is unknown';
    case 'malformed-token':
      return malformed;
    case 'expired-token':
      return 'InvalidJWTToken: Token has expired';
    case 'invalid-signature':
      return 'JwtSignatureError: Failed to validate JWT signature';
    case 'unacceptable-claims':
      return `InvalidJWTToken: ${refusal.message}`;
  }
}
