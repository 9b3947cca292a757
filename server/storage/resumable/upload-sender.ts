import type { Caller } from '#server/http/caller/caller.ts';
import type { ObjectName } from '#server/storage/names.ts';
import { requireCaller } from '#server/storage/require-caller.ts';
import { senderKey } from '#server/storage/sender-key.ts';
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
  const sender = isSigned(context.req.raw)
    ? await signedSender(context.req.raw, object, services)
    : await unsignedSender(context, services);
  const clientAddress = () => context.get('clientAddress');
  return { ...sender, countedAs: senderKey(sender.caller, sender.owner, object, clientAddress) };
}

async function unsignedSender(
  context: StorageContext,
  services: UploadServices,
): Promise<Omit<Sender, 'countedAs'>> {
  const caller = await requireCaller(context, services);
  const owner = caller.claims?.sub ?? null;
  const upsert = context.req.raw.headers.get('x-upsert') === 'true';
  return { caller, owner, upsert, identity: `${caller.role} ${owner}` };
}

async function signedSender(
  { headers }: Request,
  { bucket, name }: ObjectName,
  { urlTokens }: UploadServices,
): Promise<Omit<Sender, 'countedAs'>> {
  const token = headers.get('x-signature');
  if (token === null || token === '') {
    throw new StorageError('InvalidRequest', 'Missing x-signature header');
  }
  const url = `${bucket}/${name}`;
  const { owner = null, upsert = false } = await urlTokens.verify('upload', token, url);
  return { caller: serviceCaller, owner, upsert, identity: `signed ${owner} ${url}` };
}
