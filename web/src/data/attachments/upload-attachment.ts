import type { DetailedError, UploadOptions } from 'tus-js-client';
import { auth } from '#web/data/backend/client.ts';
import { DataError, toDataError } from '#web/data/backend/data-error.ts';
import { runtimeConfig } from '#web/data/backend/runtime-config.ts';
import { storageError, storageUrl } from '#web/data/backend/storage.ts';
import { newId } from '#contract/new-id.ts';
import { sniffType } from '#web/lib/values/sniff-type.ts';

interface UploadAttachment {
  readonly promptId: string;
  readonly file: Blob;
  readonly name: string;
  /** Cancels the upload; the server forgets its bytes. */
  readonly signal?: AbortSignal;
  readonly onProgress?: (sent: number) => void;
}

/** Small enough to lose little with a connection, large enough for few requests. */
const chunkSize = 6 * 1024 * 1024;

/**
 * Attaches a file to a prompt. Uploads in chunks, and resumes where an earlier upload of the same
 * file stopped, also after a reload. Throws a {@link DataError} whose message can be shown.
 */
export async function uploadAttachment(upload: UploadAttachment): Promise<void> {
  const { promptId, file, name, signal, onProgress } = upload;
  const [{ Upload }, type] = await Promise.all([import('tus-js-client'), sniffType(file)]);
  const modified = file instanceof File ? file.lastModified : 0;
  const options: UploadOptions = {
    endpoint: storageUrl('/upload/resumable'),
    chunkSize,
    retryDelays: [0, 1000, 3000],
    uploadDataDuringCreation: true,
    removeFingerprintOnSuccess: true,
    storeFingerprintForResuming: file.size > chunkSize,
    fingerprint: () =>
      Promise.resolve(['cuebook', promptId, name, type, file.size, modified].join('|')),
    metadata: {
      bucketName: 'attachments',
      objectName: `${promptId}/${newId()}`,
      contentType: type,
      metadata: JSON.stringify({ name }),
    },
    onBeforeRequest: async (request) => {
      const { data } = await auth.getSession();
      request.setHeader('apikey', runtimeConfig().publishableKey);
      if (data.session) {
        request.setHeader('authorization', `Bearer ${data.session.access_token}`);
      }
    },
    onProgress: (sent) => onProgress?.(sent),
  };
  const running = new Upload(file, options);
  const [previous] = await running.findPreviousUploads();
  if (previous) running.resumeFromPreviousUpload(previous);
  await new Promise<void>((resolve, reject) => {
    running.options.onSuccess = () => resolve();
    running.options.onError = (error) => reject(uploadError(error));
    function cancel() {
      void running.abort(true).catch(() => undefined);
      reject(new DataError('Cancelled'));
    }
    signal?.addEventListener('abort', cancel);
    if (signal?.aborted === true) cancel();
    else running.start();
  });
}

function uploadError(error: Error | DetailedError): DataError {
  const response = 'originalResponse' in error ? error.originalResponse : null;
  if (response === null) return toDataError(new TypeError('Failed to fetch'));
  const status = response.getStatus();
  const message = response.getBody();
  // The server answers TUS with a plain text. Of 413, only a trigger's has more to say.
  const code = codes[status] ?? 'InternalError';
  const isQuota = status === 413 && message.endsWith('.');
  return storageError({ code: isQuota ? 'InvalidRequest' : code, message, status });
}

/** The codes of the storage API by the status of a refused upload. */
const codes: Readonly<Record<number, string>> = {
  403: 'AccessDenied',
  404: 'NoSuchKey',
  413: 'EntityTooLarge',
  415: 'InvalidMimeType',
  503: 'DatabaseTimeout',
};
