import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { themeColours } from '#contract/theme-colours.ts';
import { contrast, linearRgb, type Oklch } from '#web/testing/contrast.ts';

const css = readFileSync(new URL('tokens.css', import.meta.url), 'utf8');
const colour = String.raw`oklch\(([\d.]+) ([\d.]+) ([\d.]+)\)`;
const tokens = new Map(
  [...css.matchAll(new RegExp(`--([a-z-]+): light-dark\\(${colour}, ${colour}\\);`, 'g'))].map(
    ([, name = '', ...numbers]) => {
      const [l1 = 0, c1 = 0, h1 = 0, l2 = 0, c2 = 0, h2 = 0] = numbers.map(Number);
      const light = { lightness: l1, chroma: c1, hue: h1 };
      const dark = { lightness: l2, chroma: c2, hue: h2 };
      return [name, { light, dark }] as const;
    },
  ),
);

function token(name: string, theme: 'light' | 'dark'): Oklch {
  const found = tokens.get(name);
  if (!found) throw new Error(`tokens.css has no --${name}`);
  return found[theme];
}

const grounds = ['ground', 'surface', 'sunken', 'hover'];
/** The ground of a hovered or current sidebar item: only text and the cue line are on it. */
const hoveredItem = 'sunken-hover';
const text: readonly (readonly [ink: string, grounds: readonly string[]])[] = [
  ['ink', [...grounds, hoveredItem, 'chosen', 'cue-wash', 'star-wash', 'danger-wash', 'chip']],
  ['ink-soft', [...grounds, hoveredItem, 'cue-wash']],
  ['ink-quiet', [...grounds, hoveredItem]],
  ['cue-ink', [...grounds, 'cue-wash']],
  ['star-ink', [...grounds, 'star-wash']],
  ['danger-ink', [...grounds, 'danger-wash']],
  ['on-cue', ['cue', 'cue-firm']],
  ['on-danger', ['danger', 'danger-firm']],
  ['added-ink', ['added-wash', 'surface', 'ground']],
  ['removed-ink', ['removed-wash', 'surface', 'ground']],
  ['chip-ink', ['chip']],
  ['hue-rose-ink', ['hue-rose']],
  ['hue-amber-ink', ['hue-amber']],
  ['hue-lime-ink', ['hue-lime']],
  ['hue-green-ink', ['hue-green']],
  ['hue-teal-ink', ['hue-teal']],
  ['hue-blue-ink', ['hue-blue']],
  ['hue-violet-ink', ['hue-violet']],
  ['hue-plum-ink', ['hue-plum']],
];
/** Shapes that carry meaning: a control's border, the cue line and the star. The focus ring is ink. */
const shapes = ['outline', 'cue', 'star'];

describe.each(['light', 'dark'] as const)('%s theme', (theme) => {
  const pairs = text.flatMap(([ink, under]) => under.map((ground) => [ink, ground] as const));
  test.each(pairs)('%s on %s is at least 4.5:1', (ink, ground) => {
    expect(contrast(token(ink, theme), token(ground, theme))).toBeGreaterThanOrEqual(4.5);
  });

  const marks = [
    ...shapes.flatMap((shape) => grounds.map((ground) => [shape, ground] as const)),
    ['cue', hoveredItem] as const,
  ];
  test.each(marks)('the shape %s on %s is at least 3:1', (shape, ground) => {
    expect(contrast(token(shape, theme), token(ground, theme))).toBeGreaterThanOrEqual(3);
  });

  test.each([...tokens.keys()])('%s is inside the sRGB gamut', (name) => {
    for (const part of linearRgb(token(name, theme))) {
      expect(part).toBeGreaterThanOrEqual(-0.002);
      expect(part).toBeLessThanOrEqual(1.002);
    }
  });
});

/** Converts a token to the notation of theme-colours.ts. */
function hex(colour: Oklch): string {
  const parts = linearRgb(colour).map((part) => {
    const linear = Math.min(Math.max(part, 0), 1);
    const encoded = linear <= 0.0031308 ? 12.92 * linear : 1.055 * linear ** (1 / 2.4) - 0.055;
    return Math.round(encoded * 255)
      .toString(16)
      .padStart(2, '0');
  });
  return `#${parts.join('')}`;
}

test.each(Object.entries(themeColours))('mails show %s as the page does', (name, colours) => {
  const shown = { light: hex(token(name, 'light')), dark: hex(token(name, 'dark')) };
  expect(colours).toEqual(shown);
});

test('contrast() of black on white is 21:1', () => {
  const black = { lightness: 0, chroma: 0, hue: 0 };
  expect(contrast(black, { lightness: 1, chroma: 0, hue: 0 })).toBeCloseTo(21, 3);
});
