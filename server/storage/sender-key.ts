import { callerKey } from '#server/http/caller/caller-key.ts';
import type { Caller } from '#server/http/caller/caller.ts';
import type { ObjectName } from './names.ts';
import { serviceCaller } from './service-caller.ts';

/**
 * Returns under which an upload counts against the limits of its sender; null for the secret key, which
 * has none. An upload by a signed URL counts for the person who signed it, since they can sign any number.
 */
export function senderKey(
  caller: Caller,
  owner: string | null,
  { bucket, name }: ObjectName,
  clientAddress: () => string,
): string | null {
  if (caller === serviceCaller) return `signed ${owner ?? `${bucket}/${name}`}`;
  return caller.apiKey === 'secret' ? null : callerKey(caller, clientAddress);
}
