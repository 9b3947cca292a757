import { type AuthenticationError, type Caller, isRefusal } from '#server/http/caller/caller.ts';
import { requestHeaders } from '#server/http/request-headers.ts';
import { StorageError } from './storage-error.ts';
import type { StorageContext, UploadServices } from './services.ts';

function messageOf(refusal: AuthenticationError): string {
  switch (refusal.kind) {
    case 'unknown-api-key':
      return 'Invalid API key';
    case 'expired-token':
      return '"exp" claim timestamp check failed';
    case 'invalid-signature':
      return 'signature verification failed';
    case 'malformed-token':
      return 'Invalid Compact JWS';
    default:
      return refusal.message;
  }
}

/** Reads a token without the word Bearer before it as one: storage-api takes both. */
function withBearer(headers: Pick<Headers, 'get'>): Pick<Headers, 'get'> {
  const authorization = headers.get('authorization') ?? '';
  if (!/^\S+$/.test(authorization) || /^bearer$/i.test(authorization)) return headers;
  return {
    get: (name) => (name === 'authorization' ? `Bearer ${authorization}` : headers.get(name)),
  };
}

/** Returns the caller. Throws if the request has neither a token nor an API key, or a wrong one. */
export async function requireCaller(
  context: StorageContext,
  { verifier }: UploadServices,
): Promise<Caller> {
  const headers = requestHeaders(context);
  if (!headers.get('authorization') && !headers.get('apikey')) {
    throw new StorageError('MissingAuthorization');
  }
  const caller = await verifier.identify(withBearer(headers));
  if (isRefusal(caller)) throw new StorageError('AccessDenied', messageOf(caller));
  return caller;
}
