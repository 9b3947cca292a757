import { authorizedFetch } from './client.ts';
import { DataError } from './data-error.ts';
import { runtimeConfig } from './runtime-config.ts';
import { fieldsOf, parseJson, textOf } from '#web/lib/values/parse-json.ts';

/** Returns the URL of a path of the storage API, such as `/object/avatars/…`. */
export function storageUrl(path: string): string {
  return `${runtimeConfig().url}/storage/v1${path}`;
}

/** Sends a request to the storage API. Throws a {@link DataError} unless it succeeds. */
export async function storageRequest(path: string, init: RequestInit): Promise<Response> {
  const response = await authorizedFetch(storageUrl(path), init);
  if (response.ok) return response;
  const fields = fieldsOf(parseJson(await response.text()));
  throw storageError({
    code: textOf(fields['code']),
    message: textOf(fields['message']),
    // The protocol's own status: HTTP says 400 for most.
    status: Number(textOf(fields['statusCode'])) || response.status,
  });
}

/** Texts for errors whose own message is for developers. */
const texts: Readonly<Record<string, string>> = {
  AccessDenied: 'You can no longer change this. Reload the page, then try again.',
  DatabaseTimeout: 'The server is busy right now. Wait a moment, then try again.',
  EntityTooLarge: 'This file is too large.',
  InvalidMimeType: "Files of this type can't be stored here.",
  NoSuchKey: 'This file was removed, or you can no longer see it. Reload the page.',
  SlowDown: 'The server is busy right now. Wait a moment, then try again.',
};

/** An error as the storage API names it. */
interface StorageRefusal {
  readonly code: string | null;
  readonly message: string | null;
  readonly status: number;
}

/** Returns an error of the storage API with a message that can be shown. */
export function storageError({ code, message, status }: StorageRefusal): DataError {
  // Triggers write their texts for people.
  const raised = code === 'InvalidRequest' ? message : null;
  const shown =
    texts[code ?? ''] ?? raised ?? 'The server did not accept this file. Try again in a moment.';
  return new DataError(shown, { code, status });
}
