import { parseUrl } from '#web/lib/values/parse-url.ts';
import { runtimeConfig } from '#web/data/backend/runtime-config.ts';

const style = '[a-z0-9-]{1,40}';
const seed = '[A-Za-z0-9-]{1,40}';
const drawnPath = new RegExp(`^/avatars/${style}/${seed}\\.svg$`);

/**
 * Returns what is shown of a person's picture: one that this installation draws, or the source it is configured with.
 * Returns null for any other address: loading it would tell that site who looks at the person, when, and from where.
 * The stored origin is ignored, so that pictures stay when the installation moves.
 */
export function shownAvatar(url: string | null): string | null {
  if (url === null) return null;
  const path = parseUrl(url)?.pathname ?? '';
  if (drawnPath.test(path)) return path;
  const { avatarSource } = runtimeConfig();
  return avatarSource !== null && isFrom(avatarSource, url) ? url : null;
}

/** Whether an address is a source's, with a style and a seed in their places and nothing else. */
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
