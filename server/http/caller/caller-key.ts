import type { Caller } from './caller.ts';
import { addressSubject } from './client-address.ts';

/**
 * Returns the key under which a caller shares the server with others: the person, the secret key, or
 * the network address if nobody is signed in.
 */
export function callerKey(
  { claims, apiKey }: Pick<Caller, 'claims' | 'apiKey'>,
  clientAddress: () => string,
): string {
  const person = claims?.sub;
  if (person !== undefined && person !== '') return person;
  return apiKey === 'secret' ? 'secret key' : addressSubject(clientAddress());
}
