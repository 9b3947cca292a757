import { describe, expect, it } from 'vitest';
import { previewSvg, type Preview } from './preview-svg.ts';

const svg = (change: Partial<Preview> = {}) =>
  previewSvg({
    brand: 'Cuebook',
    title: 'Cover letter',
    content: 'Write to {{company}}.',
    author: 'Ann',
    ...change,
  });

/** Returns the texts of the image, top to bottom. */
const textsOf = (image: string | null) =>
  Array.from(image?.matchAll(/<text[^>]*>([^<]*)<\/text>/g) ?? [], ([, text]) => text);

describe('previewSvg', () => {
  it('shows title, start of the content, brand and author', () => {
    expect(textsOf(svg())).toEqual(['Cover letter', 'Write to {{company}}.', 'Cuebook', 'by Ann']);
  });

  it('keeps markup and control characters as harmless text', () => {
    const attack = '</text><script href="http://127.0.0.2/">&\u0001\u{fffe}]]>';
    const image = svg({
      title: `A ${attack.replaceAll(/[^ -~]/g, '')}`,
      content: attack,
      author: attack,
      brand: attack,
    });
    for (const part of ['<script', 'href="http', '\u0001', '\ufffe']) {
      expect(image).not.toContain(part);
    }
    expect(image?.match(/<svg/g)).toHaveLength(1);
  });

  it('has a bounded size, whatever the texts', () => {
    const image = svg({
      title: 'Wide word '.repeat(10_000),
      content: '{{a}} '.repeat(100_000),
      author: 'x'.repeat(10_000),
    });
    expect(image?.length).toBeLessThan(20_000);
    expect(textsOf(image).slice(0, 3).at(-1)).toMatch(/…$/);
    expect(
      svg({ title: 'x'.repeat(100_000), content: 'y\n'.repeat(100_000) })?.length,
    ).toBeLessThan(20_000);
  });

  it('shows no ids of included prompts', () => {
    const id = '00000000-0000-4000-8000-000000000001';
    expect(textsOf(svg({ content: `Hello {{> ${id}}} and {{x}}` }))[1]).toBe('Hello … and {{x}}');
  });

  it('leaves out emoji, an empty content and an author without a name', () => {
    expect(textsOf(svg({ title: '✍️ Letter 👩‍💻', content: ' \n', author: null }))).toEqual([
      'Letter',
      'Cuebook',
    ]);
  });

  it.each(['你好', 'مرحبا', 'Łódź', '😀', ' '])(
    'is null for a title without letters of the fonts: %s',
    (title) => {
      expect(svg({ title })).toBeNull();
    },
  );
});
