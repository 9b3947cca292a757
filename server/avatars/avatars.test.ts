import { describe, expect, it } from 'vitest';
import { avatarCategories, avatarLicences, avatarPath, avatarSeeds } from '#contract/avatars.ts';
import { buildAvatars } from './app.ts';
import { readStyle } from './read-style.ts';

const app = buildAvatars();
const styles = avatarCategories.flatMap((category) => [...category.styles]);

async function get(path: string): Promise<Response> {
  return app.request(path.replace('/avatars', ''));
}

describe('avatarCategories', () => {
  it('has the specified number of styles and seeds', () => {
    expect(avatarCategories.map(({ title, styles }) => [title, styles.length])).toEqual([
      ['Human', 9],
      ['Artistic', 7],
      ['Fun', 4],
      ['Abstract', 7],
    ]);
    expect(new Set(styles.map(({ id }) => id)).size).toBe(27);
    expect(new Set(avatarSeeds).size).toBe(8);
  });

  it.each(styles)('$id is drawn, differently for each seed', async ({ id }) => {
    const pictures = await Promise.all(
      avatarSeeds.map(async (seed) => (await get(avatarPath(id, seed))).text()),
    );
    expect(pictures[0]).toMatch(/^<svg /);
    expect(new Set(pictures).size).toBe(8);
    expect(pictures.join('')).not.toMatch(/<script|javascript:|\bon\w+=|<image|<foreignObject/i);
  });

  it.each(styles)(
    '$id is credited as its package says',
    async ({ id, artist, source, licence }) => {
      const { meta } = (await readStyle(id)) as {
        meta: { creator: { name: string }; source: { url: string }; license: { name: string } };
      };
      expect({ artist, source, licence }).toEqual({
        artist: meta.creator.name,
        source: meta.source.url,
        licence: meta.license.name,
      });
      expect(licence in avatarLicences).toBe(true);
    },
  );
});

describe('GET /avatars/{style}/{seed}.svg', () => {
  it('returns the same picture each time, cacheable for a year, with a strict policy', async () => {
    const [first, again] = await Promise.all([
      get('/avatars/lorelei/Ada.svg'),
      get('/avatars/lorelei/Ada.svg'),
    ]);
    expect(await first.text()).toBe(await again.text());
    expect(first.headers.get('content-type')).toContain('image/svg+xml');
    expect(first.headers.get('cache-control')).toContain('immutable');
    expect(first.headers.get('content-security-policy')).toContain("default-src 'none'");
  });

  it.each([
    '/avatars/lorelei/Ada',
    '/avatars/lorelei/Ada.png',
    '/avatars/lorelei/.svg',
    '/avatars/no-such-style/Ada.svg',
    '/avatars/initials/Ada.svg',
    '/avatars/..%2fcore/Ada.svg',
    '/avatars/lorelei/%3Cscript%3E.svg',
    `/avatars/lorelei/${'a'.repeat(41)}.svg`,
    '/avatars/lorelei/Ada%00.svg',
  ])('%s is none', async (path) => {
    expect((await get(path)).status).toBe(404);
  });
});
