import { expect, it } from 'vitest';
import { resolveIncludes, type IncludedTexts } from './expand-includes.ts';
import { inlineIncludes, pinReferences } from './inline-includes.ts';

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
  const inlined = inlineIncludes(content, a, texts);
  expect(inlined).toBe(
    `1 dry "x" {{> ${b} tone="dry \\"x\\"" who="dry \\"x\\""}} $& old {{x}} {{> ${b}}}`,
  );
  expect(resolveIncludes(inlined, texts)).toBe(resolveIncludes(content, texts));
});

it('pins references that follow the latest text', () => {
  expect(pinReferences(`{{> ${a} tone="dry"}} {{> ${a}@1}} {{> ${b}}}`, a, 2)).toBe(
    `{{> ${a}@2 tone="dry"}} {{> ${a}@1}} {{> ${b}}}`,
  );
});
