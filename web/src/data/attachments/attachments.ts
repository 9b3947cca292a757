import { mutationOptions, queryOptions } from '@tanstack/react-query';
import * as v from 'valibot';
import type { Tables } from '#contract/database.types.ts';
import { db } from '#web/data/backend/client.ts';
import { DataError, unwrap } from '#web/data/backend/data-error.ts';
import { storageRequest, storageUrl } from '#web/data/backend/storage.ts';
import { queryKeys } from '#web/data/query-keys.ts';
import { hasThumbnail } from '#web/lib/values/has-thumbnail.ts';

/** A file of a prompt. */
export interface Attachment {
  readonly id: string;
  readonly name: string;
  readonly type: string;
  /** In bytes. */
  readonly size: number;
  /** The object that has the bytes. */
  readonly objectName: string;
}

const attachmentColumns = 'id, name, type, size, object_name';

function toAttachment(
  row: Pick<Tables<'prompt_attachments'>, 'id' | 'name' | 'type' | 'size' | 'object_name'>,
): Attachment {
  const { id, name, type, size, object_name: objectName } = row;
  return { id, name, type, size, objectName };
}

/** The files of a prompt, oldest first. They get other URLs with another visibility. */
export function attachmentsQuery(promptId: string, isPublic: boolean) {
  return queryOptions({
    queryKey: [...queryKeys.attachments.lists(promptId), isPublic],
    queryFn: async ({ signal }): Promise<readonly Attachment[]> => {
      const request = db
        .from('prompt_attachments')
        .select(attachmentColumns)
        .eq('prompt_id', promptId)
        .is('removed_at', null)
        .order('id');
      return unwrap(await request.abortSignal(signal)).map(toAttachment);
    },
  });
}

export interface AttachmentUrls {
  readonly file: string;
  /** Null if the server can't render the file as an image. */
  readonly thumbnail: string | null;
}

/** The side of a thumbnail in pixels: 40 on screens with two dots a pixel. */
const thumbnailSide = 80;
const urlSeconds = 3_600;

/** URLs of files by object, good for an hour. */
export function attachmentUrlsQuery(promptId: string, files: readonly Attachment[]) {
  const names = files.map(({ objectName }) => objectName);
  return queryOptions({
    queryKey: [...queryKeys.attachments.ofPrompt(promptId), 'urls', names],
    queryFn: async ({ signal }): Promise<ReadonlyMap<string, AttachmentUrls>> => {
      const [urls, thumbnails] = await Promise.all([
        signUrls(names, signal),
        Promise.all(files.map((file) => signThumbnail(file, signal))),
      ]);
      return new Map(
        names.flatMap((name, index) => {
          const file = urls.get(name);
          return file === undefined ? [] : [[name, { file, thumbnail: thumbnails[index] ?? null }]];
        }),
      );
    },
    enabled: files.length > 0,
    staleTime: (urlSeconds / 2) * 1000,
    refetchInterval: (urlSeconds / 2) * 1000,
  });
}

const signedList = v.array(v.object({ path: v.string(), signedURL: v.nullable(v.string()) }));
const signed = v.object({ signedURL: v.string() });

async function signUrls(
  names: readonly string[],
  signal: AbortSignal,
): Promise<ReadonlyMap<string, string>> {
  const response = await storageRequest('/object/sign/attachments', {
    ...jsonBody({ expiresIn: urlSeconds, paths: names }),
    signal,
  });
  const list = v.parse(signedList, await response.json());
  return new Map(
    list.flatMap(({ path, signedURL }) => (signedURL ? [[path, storageUrl(signedURL)]] : [])),
  );
}

async function signThumbnail(
  { objectName, type }: Attachment,
  signal: AbortSignal,
): Promise<string | null> {
  if (!hasThumbnail(type)) return null;
  const transform = { width: thumbnailSide, height: thumbnailSide, resize: 'cover' };
  const response = await storageRequest(`/object/sign/attachments/${objectName}`, {
    ...jsonBody({ expiresIn: urlSeconds, transform }),
    signal,
  });
  return storageUrl(v.parse(signed, await response.json()).signedURL);
}

function jsonBody(body: object) {
  const headers = { 'content-type': 'application/json' };
  return { method: 'POST', headers, body: JSON.stringify(body) };
}

/** Returns the URL that downloads a file under its name. */
export function downloadUrl(fileUrl: string, name: string): string {
  return `${fileUrl}&download=${encodeURIComponent(name)}`;
}

/** Returns the bytes of a file. */
export async function readAttachment(objectName: string, signal: AbortSignal): Promise<Blob> {
  const path = `/object/authenticated/attachments/${objectName}`;
  return (await storageRequest(path, { signal })).blob();
}

const gone = 'it has been removed for good, or you can no longer change it.';

function changeAttachment<Change>(
  promptId: string,
  fieldsOf: (change: Change) => { readonly name?: string; readonly removed_at?: string | null },
) {
  return mutationOptions({
    mutationFn: async ({ id, change }: { readonly id: string; readonly change: Change }) => {
      const request = db.from('prompt_attachments').update(fieldsOf(change)).eq('id', id);
      const rows = unwrap(await request.select('id'));
      if (rows.length === 0) throw new DataError(gone, { status: 404 });
    },
    onSettled: (_nothing, _error, _input, _before, { client }) =>
      client.invalidateQueries({ queryKey: queryKeys.attachments.ofPrompt(promptId) }),
  });
}

/** Gives a file another name. */
export function renameAttachment(promptId: string) {
  return changeAttachment(promptId, (name: string) => ({ name }));
}

/** Removes a file, or brings it back: for a day, while its space isn't needed. */
export function setAttachmentRemoved(promptId: string) {
  return changeAttachment(promptId, (isRemoved: boolean) => ({
    removed_at: isRemoved ? new Date().toISOString() : null,
  }));
}
