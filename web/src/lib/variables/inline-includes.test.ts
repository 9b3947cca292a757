import { expect, it } from 'vitest';
import { resolveIncludes, type IncludedTexts } from '#templating/expand-includes.ts';
import { replaceIncludes } from './inline-includes.ts';

const [a, b] = ['00000000-0000-4000-8000-00000000000a', '00000000-0000-4000-8000-00000000000b'];
const text = (id: string, version: number, content: string) =>
  ({ id, version, title: 'T', content, isPublic: false, gap: null }) as const;
const texts: IncludedTexts = new Map([
  [a, text(a, 2, `{{tone}} {{> ${b} who="{{tone}}"}} $&`)],
  [`${a}@1`, text(a, 1, 'old {{tone}}')],
  [b, text(b, 1, '{{who}}, {{tone}} {{rest}}')],
]);

it('puts a text in the place of its references without changing what is copied', () => {
  const content = `1 {{> ${a} tone="dry \\"x\\""}} {{> ${a}@1 tone="{{x}}"}} {{> ${b}}}`;
  const inlined = replaceIncludes(content, new Set([a]), texts, 'text');
  expect(inlined).toBe(
    `1 dry "x" {{> ${b} tone="dry \\"x\\"" who="dry \\"x\\""}} $& old {{x}} {{> ${b}}}`,
  );
  expect(resolveIncludes(inlined, texts)).toBe(resolveIncludes(content, texts));
});

it('pins references that follow the latest text', () => {
  expect(
    replaceIncludes(`{{> ${a} tone="dry"}} {{> ${a}@1}} {{> ${b}}}`, new Set([a]), texts, 'pin'),
  ).toBe(`{{> ${a}@2 tone="dry"}} {{> ${a}@1}} {{> ${b}}}`);
});

it.each(['text', 'pin'] as const)(
  'leaves no reference to the latest of several prompts that include each other: %s',
  (replacement) => {
    const content = `{{> ${a} tone="dry"}} {{> ${b} who="me"}}`;
    const replaced = replaceIncludes(content, new Set([a, b]), texts, replacement);
    expect(replaced).toBe(
      replacement === 'text'
        ? 'dry dry, dry {{rest}} $& me, {{tone}} {{rest}}'
        : `dry {{> ${b}@1 tone="dry" who="dry"}} $& {{> ${b}@1 who="me"}}`,
    );
  },
);
