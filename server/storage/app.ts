import { Hono } from 'hono';
import { CallerTurns } from '#server/caller-turns.ts';
import { DatabaseUnavailable } from '#server/db/database.ts';
import { isDatabaseUnavailable } from '#server/db/errors/is-unavailable.ts';
import type { HttpEnv } from '#server/http/caller/caller.ts';
import { LargeBodies, SlowBody } from '#server/http/body/large-bodies.ts';
import { isCutOff } from '#server/http/request-middleware.ts';
import { createImageRenderer } from './images/render-image.ts';
import { maxJsonBytes } from './read-json.ts';
import { ObjectRows } from './object-rows.ts';
import { removeBytes } from './remove-bytes.ts';
import { createResumableUploads } from './resumable/resumable-uploads.ts';
import { routes } from './routes.ts';
import { httpStatus, StorageError } from './storage-error.ts';
import type { StorageDeps, StorageServices, UploadServices } from './services.ts';
import { createUrlTokens } from './url-tokens.ts';

/** The most uploads of a sender at once: each may take as much room as a file, beyond any quota. */
const maxUploadsAtOnce = 20;

function createServices(deps: StorageDeps): StorageServices {
  const { database, byteStore, log } = deps;
  const services: UploadServices = {
    ...deps,
    rows: new ObjectRows(database.requests, () => '127.0.0.1'),
    urlTokens: createUrlTokens(deps.keys, deps.now),
    removeBytesSoon: () => {
      removeBytes(database.jobs, byteStore).catch((error: unknown) => {
        log.warn('could not remove the bytes of deleted objects; trying again later', { error });
      });
    },
  };
  return {
    ...services,
    images: createImageRenderer(),
    uploadTurns: new CallerTurns(maxUploadsAtOnce),
    largeBodies: new LargeBodies(maxJsonBytes),
    resumableUploads: createResumableUploads(services),
  };
}

function toStorageError(error: unknown, isCut: boolean): StorageError {
  if (error instanceof StorageError) return error;
  if (error instanceof SlowBody) {
    // The rest of it is not read.
    const headers = { connection: 'close' };
    return new StorageError('RequestTimeout', undefined, { cause: error, headers });
  }
  if (isCut) return new StorageError('InvalidRequest', 'The request was cut off', { cause: error });
  const isUnavailable = error instanceof DatabaseUnavailable || isDatabaseUnavailable(error);
  return isUnavailable
    ? new StorageError('DatabaseTimeout', undefined, {
        cause: error,
        headers: { 'retry-after': '10' },
      })
    : new StorageError('InternalError', undefined, { cause: error });
}

/** Builds the storage API, to be mounted at /storage/v1. It responds as storage-api does. */
export function buildStorage(deps: StorageDeps): Hono<HttpEnv> {
  const services = createServices(deps);
  const app = new Hono<HttpEnv>();
  for (const { methods, path, handle } of routes) {
    app.on([...methods], path, (c) => {
      const rows = new ObjectRows(deps.database.requests, () => c.get('clientAddress'));
      return handle(c, { ...services, rows });
    });
  }
  app.all('*', () => {
    throw new StorageError('NoSuchRoute');
  });
  app.onError((thrown, c) => {
    const error = toStorageError(thrown, isCutOff(c));
    if (error.status >= 500 && error.code !== 'NotSupported') {
      const { path } = c.req;
      deps.log.error('storage failed', { requestId: c.get('requestId'), path, error: thrown });
    }
    const headers = { 'cache-control': 'no-store', ...error.headers };
    return c.json(error.body(), httpStatus(error), headers);
  });
  return app;
}
