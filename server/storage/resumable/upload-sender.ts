import type { Caller } from '#server/http/caller/caller.ts';
import { callerKey } from '#server/http/caller/caller-key.ts';
import type { ObjectName } from '#server/storage/names.ts';
import { requireCaller } from '#server/storage/require-caller.ts';
import { serviceCaller } from '#server/storage/service-caller.ts';
import type { StorageContext, UploadServices } from '#server/storage/services.ts';
import { StorageError } from '#server/storage/storage-error.ts';

/** The sender of a request, as its upload stores it. */
export interface Sender {
  readonly caller: Caller;
  readonly owner: string | null;
  readonly upsert: boolean;
  /** Only the same sender may go on with an upload. */
  readonly identity: string;
  /** Under which unfinished uploads are counted; null for the secret key, which has no limit. */
  readonly countedAs: string | null;
}

/** Returns whether a request has its right from a signed URL. */
export function isSigned(request: Request): boolean {
  return /\/upload\/resumable\/sign(\/|$)/.test(request.url);
}

/** Returns who sends a request for an upload to an object. Throws if they may not upload at all. */
export async function senderOf(
  context: StorageContext,
  object: ObjectName,
  services: UploadServices,
): Promise<Sender> {
  const request = context.req.raw;
  if (isSigned(request)) return signedSender(request, object, services);
  const caller = await requireCaller(context, services);
  const owner = caller.claims?.sub ?? null;
  const upsert = request.headers.get('x-upsert') === 'true';
  const countedAs =
    caller.apiKey === 'secret' ? null : callerKey(caller, () => context.get('clientAddress'));
  return { caller, owner, upsert, identity: `${caller.role} ${owner}`, countedAs };
}

async function signedSender(
  { headers }: Request,
  { bucket, name }: ObjectName,
  { urlTokens }: UploadServices,
): Promise<Sender> {
  const token = headers.get('x-signature');
  if (token === null || token === '') {
    throw new StorageError('InvalidRequest', 'Missing x-signature header');
  }
  const url = `${bucket}/${name}`;
  const { owner = null, upsert = false } = await urlTokens.verify('upload', token, url);
  const identity = `signed ${owner} ${url}`;
  // A person can sign any number of URLs.
  const countedAs = owner === null ? identity : `signed ${owner}`;
  return { caller: serviceCaller, owner, upsert, identity, countedAs };
}
