import { storageRequest, storageUrl } from '#web/data/backend/storage.ts';
import { newId } from '#contract/new-id.ts';

/** Stores a square picture for a user and returns its URL, for {@link saveProfile}. */
export async function uploadAvatar(userId: string, picture: Blob): Promise<string> {
  const extension = picture.type === 'image/png' ? 'png' : 'webp';
  const path = `avatars/${userId}/${newId()}.${extension}`;
  await storageRequest(`/object/${path}`, {
    method: 'POST',
    headers: { 'content-type': picture.type, 'cache-control': 'max-age=86400' },
    body: picture,
  });
  return new URL(storageUrl(`/object/public/${path}`), location.origin).href;
}
