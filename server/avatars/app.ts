import { Avatar, Style } from '@dicebear/core';
import { Hono } from 'hono';
import { avatarCategories, avatarSeedPattern } from '#contract/avatars.ts';
import { createBoundedCache } from '#server/http/bounded-cache.ts';
import type { HttpEnv } from '#server/http/caller.ts';
import { readStyle } from './read-style.ts';

const known = new Set<string>(avatarCategories.flatMap(({ styles }) => styles.map(({ id }) => id)));

/**
 * `GET /avatars/{style}/{seed}.svg`: a picture drawn from the seed, always the same. Nothing is
 * fetched from elsewhere. What is drawn is kept for a while here, and for a year by whoever asked.
 */
export function buildAvatars() {
  const styles = new Map<string, Promise<Style>>();
  const drawn = createBoundedCache<string>(1_000);

  function styleOf(id: string): Promise<Style> {
    const open = styles.get(id) ?? readStyle(id).then((definition) => new Style(definition));
    styles.set(id, open);
    return open;
  }

  return new Hono<HttpEnv>().get('/:style/:file', async (c) => {
    const { style, file } = c.req.param();
    const seed = /^(.+)\.svg$/.exec(file)?.[1] ?? '';
    if (!known.has(style) || !avatarSeedPattern.test(seed)) return c.text('Not found', 404);
    const key = `${style}/${seed}`;
    const svg = drawn.get(key) ?? draw(await styleOf(style), seed);
    drawn.set(key, svg);
    return c.body(svg, 200, {
      'content-type': 'image/svg+xml; charset=utf-8',
      'cache-control': 'public, max-age=31536000, immutable',
      // Opened by itself it is a document: one that may run and load nothing.
      'content-security-policy': "default-src 'none'; style-src 'unsafe-inline'; sandbox",
      'cross-origin-resource-policy': 'cross-origin',
      'x-content-type-options': 'nosniff',
    });
  });
}

/** Behind drawings that have no ground of their own: paper, on which ink is seen in either theme. */
const paper = 'ece5d6';

function draw(style: Style, seed: string): string {
  const ground = style.colors().has('background') ? {} : { backgroundColor: paper };
  return new Avatar(style, { seed, size: 128, ...ground }).toString();
}
