import { StorageError } from '#server/storage/storage-error.ts';
import type { StorageContext, StorageRoute, StorageServices } from '#server/storage/services.ts';

function serve(context: StorageContext, services: StorageServices): Promise<Response> {
  // HEAD comes here as a GET. A real one would read the bytes of an unfinished upload.
  if (context.req.method === 'GET') throw new StorageError('NoSuchRoute');
  return services.resumableUploads(context);
}

const methods = ['GET', 'POST', 'PATCH', 'DELETE', 'OPTIONS'] as const;
const path = '/upload/resumable';

/** Resumable uploads (TUS): by a caller, or with the token of a signed upload URL. */
export const resumableRoutes: readonly StorageRoute[] = [
  path,
  `${path}/`,
  `${path}/sign`,
  `${path}/sign/:upload`,
  `${path}/:upload`,
].map((path) => ({ methods, path, handle: serve }));
