import { Avatar, Style } from '@dicebear/core';
import { Hono } from 'hono';
import { avatarCategories, avatarSeedPattern } from '#contract/avatars.ts';
import { createBoundedCache } from '#server/http/bounded-cache.ts';
import type { HttpEnv } from '#server/http/caller/caller.ts';
import { readStyle } from './read-style.ts';

const knownStyles = new Set<string>(
  avatarCategories.flatMap(({ styles }) => styles.map(({ id }) => id)),
);

/**
 * Serves `GET /avatars/{style}/{seed}.svg`: a picture generated from the seed, always the same.
 * Nothing is fetched from elsewhere. Pictures are cached in memory, and for a year by clients.
 */
export function buildAvatars() {
  const styles = new Map<string, Promise<Style>>();
  const pictures = createBoundedCache<string>(1_000);

  function styleOf(id: string): Promise<Style> {
    const open = styles.get(id) ?? readStyle(id).then((definition) => new Style(definition));
    styles.set(id, open);
    return open;
  }

  return new Hono<HttpEnv>().get('/:style/:file', async (c) => {
    const { style, file } = c.req.param();
    const seed = /^(.+)\.svg$/.exec(file)?.[1] ?? '';
    if (!knownStyles.has(style) || !avatarSeedPattern.test(seed)) return c.text('Not found', 404);
    const key = `${style}/${seed}`;
    const svg = pictures.get(key) ?? draw(await styleOf(style), seed);
    pictures.set(key, svg);
    return c.body(svg, 200, {
      'content-type': 'image/svg+xml; charset=utf-8',
      'cache-control': 'public, max-age=31536000, immutable',
      // Opened directly it is a document. It may run no script and load nothing.
      'content-security-policy': "default-src 'none'; style-src 'unsafe-inline'; sandbox",
      'cross-origin-resource-policy': 'cross-origin',
    });
  });
}

/** The background of pictures without one of their own. Ink is visible on it in both themes. */
const paper = 'ece5d6';

function draw(style: Style, seed: string): string {
  const background = style.colors().has('background') ? {} : { backgroundColor: paper };
  return new Avatar(style, { seed, size: 128, ...background }).toString();
}
