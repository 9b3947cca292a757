/**
 * The generated avatars under /avatars/{style}/{seed}.svg: the styles of the avatar picker, and
 * their artists.
 */
export interface AvatarStyle {
  readonly id: string;
  readonly artist: string;
  readonly source: string;
  readonly licence: keyof typeof avatarLicences;
}

/** Licences of the styles, with their URLs. */
export const avatarLicences = {
  'CC BY 4.0': 'https://creativecommons.org/licenses/by/4.0/',
  'CC0 1.0': 'https://creativecommons.org/publicdomain/zero/1.0/',
  MIT: 'https://opensource.org/license/mit',
  'Free for personal and commercial use': null,
} as const;

const free = 'Free for personal and commercial use';
const dicebear = 'https://www.dicebear.com';
const figma = (id: string) => `https://www.figma.com/community/file/${id}`;

function style(
  id: string,
  artist: string,
  source: string,
  licence: AvatarStyle['licence'],
): AvatarStyle {
  return { id, artist, source, licence };
}

export const avatarCategories = [
  {
    title: 'Human',
    styles: [
      style('adventurer', 'Lisa Wischofsky', figma('1184595184137881796'), 'CC BY 4.0'),
      style('avataaars', 'Pablo Stanley', 'https://avataaars.com/', free),
      style('big-ears', 'The Visual Team', figma('986078800058673824'), 'CC BY 4.0'),
      style('lorelei', 'Lisa Wischofsky', figma('1198749693280469639'), 'CC0 1.0'),
      style('micah', 'Micah Lanier', figma('829741575478342595'), 'CC BY 4.0'),
      style('miniavs', 'Webpixels', figma('923211396597067458'), 'CC BY 4.0'),
      style('notionists', 'Zoish', 'https://heyzoish.gumroad.com/l/notionists', 'CC0 1.0'),
      style('open-peeps', 'Pablo Stanley', 'https://www.openpeeps.com/', 'CC0 1.0'),
      style('personas', 'Draftbit - draftbit.com', 'https://personas.draftbit.com/', 'CC BY 4.0'),
    ],
  },
  {
    title: 'Artistic',
    styles: [
      style('adventurer-neutral', 'Lisa Wischofsky', figma('1184595184137881796'), 'CC BY 4.0'),
      style('big-ears-neutral', 'The Visual Team', figma('986078800058673824'), 'CC BY 4.0'),
      style('croodles', 'vijay verma', figma('966199982810283152'), 'CC BY 4.0'),
      style('croodles-neutral', 'vijay verma', figma('966199982810283152'), 'CC BY 4.0'),
      style('dylan', 'Natalia Spivak', figma('1356575240759683500'), 'CC BY 4.0'),
      style('lorelei-neutral', 'Lisa Wischofsky', figma('1198749693280469639'), 'CC0 1.0'),
      style('notionists-neutral', 'Zoish', 'https://heyzoish.gumroad.com/l/notionists', 'CC0 1.0'),
    ],
  },
  {
    title: 'Fun',
    styles: [
      style('big-smile', 'Ashley Seo', figma('881358461963645496'), 'CC BY 4.0'),
      style('bottts', 'Pablo Stanley', 'https://bottts.com/', free),
      style('fun-emoji', 'Davis Uche', figma('968125295144990435'), 'CC BY 4.0'),
      style('thumbs', 'DiceBear', dicebear, 'CC0 1.0'),
    ],
  },
  {
    title: 'Abstract',
    styles: [
      style('glass', 'DiceBear', dicebear, 'CC0 1.0'),
      style('icons', 'The Bootstrap Authors', 'https://github.com/twbs/icons', 'MIT'),
      style('identicon', 'DiceBear', dicebear, 'CC0 1.0'),
      style('marbles', 'DiceBear', dicebear, 'CC0 1.0'),
      style('rings', 'DiceBear', dicebear, 'CC0 1.0'),
      style('shapes', 'DiceBear', dicebear, 'CC0 1.0'),
      style('waves', 'DiceBear', dicebear, 'CC0 1.0'),
    ],
  },
] as const satisfies readonly { title: string; styles: readonly AvatarStyle[] }[];

/** The seeds that the picker offers for each style. */
export const avatarSeeds = [
  'Ada',
  'Bruno',
  'Clara',
  'Felix',
  'Juno',
  'Milo',
  'Olive',
  'Rufus',
] as const;

/** Allowed seeds. Longer ones would only fill caches. */
export const avatarSeedPattern = /^[A-Za-z0-9-]{1,40}$/;

/** Returns the path of a generated avatar. */
export function avatarPath(styleId: string, seed: string): string {
  return `/avatars/${styleId}/${seed}.svg`;
}
