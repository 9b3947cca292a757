import { parseUrl } from '#web/lib/values/parse-url.ts';
import { runtimeConfig } from '#web/data/backend/runtime-config.ts';

const style = '[a-z0-9-]{1,40}';
const seed = '[A-Za-z0-9-]{1,40}';
const drawnPath = `avatars/${style}/${seed}\\.svg`;
const uploadedPath = 'storage/v1/object/public/avatars/[0-9a-f-]{36}/[0-9a-f-]{36}\\.(webp|png)';
const ownPath = new RegExp(`^/(${drawnPath}|${uploadedPath})$`);

/**
 * Returns the URL of a user's picture if it was uploaded here, or if this installation or its
 * configured source draws it. Null for any other URL: loading it would tell that site who looks at the profile, when, and from
 * where. The stored origin is ignored, so that pictures survive a move of the installation.
 */
export function shownAvatar(url: string | null): string | null {
  if (url === null) return null;
  const path = parseUrl(url)?.pathname ?? '';
  if (ownPath.test(path)) return path;
  const { avatarSource } = runtimeConfig();
  return avatarSource !== null && isFrom(avatarSource, url) ? url : null;
}

/** Whether a URL is the source's template with only style and seed filled in. */
function isFrom(source: string, url: string): boolean {
  const pattern = source
    .split(/(\{style\}|\{seed\})/)
    .map((part) => {
      if (part === '{style}') return style;
      return part === '{seed}' ? seed : part.replace(/[$()*+.?[\\\]^{|}]/g, String.raw`\$&`);
    })
    .join('');
  return new RegExp(`^${pattern}$`).test(url);
}
