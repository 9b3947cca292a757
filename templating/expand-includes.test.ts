import { describe, expect, it } from 'vitest';
import {
  expandIncludes,
  resolveIncludes,
  type ExpandedPart,
  type IncludedText,
} from './expand-includes.ts';
import { formatReference } from './references.ts';
import { fillVariables, findVariables } from './variables.ts';

const a = '00000000-0000-4000-8000-00000000000a';
const b = '00000000-0000-4000-8000-00000000000b';

function text(id: string, content: string | null, more: Partial<IncludedText> = {}): IncludedText {
  return { id, version: 1, title: 'Title', content, isPublic: false, gap: null, ...more };
}

const texts = (...entries: [string, IncludedText][]) => new Map(entries);

describe('resolveIncludes', () => {
  it('puts the text of another prompt in the place of its reference', () => {
    const found = texts([a, text(a, 'Be brief.')], [`${a}@3`, text(a, 'Be long.', { version: 3 })]);
    expect(resolveIncludes(`1 {{> ${a}}} 2 {{>${a.toUpperCase()}@3 }} 3`, found)).toBe(
      '1 Be brief. 2 Be long. 3',
    );
  });

  it('resolves texts in texts, and binds values at each reference', () => {
    const found = texts(
      [a, text(a, `{{greeting}}, {{> ${b} tone="{{style}}"}}`)],
      [b, text(b, '{{tone:warm}} {{who}} {{tone|long}}')],
    );
    expect(resolveIncludes(`{{> ${a} style="dry" who="Ada"}} {{tone}}`, found)).toBe(
      '{{greeting}}, dry Ada dry {{tone}}',
    );
  });

  it.each([
    '$& $1 $$ $`',
    '{{tone}} {{x}}',
    'one\ntwo\r\nthree\\n',
    '"quoted" \\ {{> no reference}} }}',
    '',
    '🙂 é',
  ])('binds %j byte for byte, and reads it once', (value) => {
    const found = texts([a, text(a, '<{{tone}}>')]);
    const reference = formatReference(a, { bindings: { tone: value } });
    expect(resolveIncludes(reference, found)).toBe(`<${value}>`);
  });

  it('binds variables whose name has spaces', () => {
    const found = texts([a, text(a, 'Dear {{first name}}')]);
    expect(formatReference(a, { version: 2, bindings: { 'first name': 'Ada' } })).toBe(
      `{{> ${a}@2 "first name"="Ada"}}`,
    );
    expect(resolveIncludes(formatReference(a, { bindings: { 'first name': 'Ada' } }), found)).toBe(
      'Dear Ada',
    );
  });

  it('keeps included texts byte for byte, and offers their variables to fill in', () => {
    const found = texts([a, text(a, '$& {{name}}\r\n$1')]);
    const resolved = resolveIncludes(`{{> ${a}}} {{name:Bob}}`, found);
    expect(resolved).toBe('$& {{name}}\r\n$1 {{name:Bob}}');
    expect(findVariables(resolved).map(({ name }) => name)).toEqual(['name']);
    expect(fillVariables(resolved, { name: '{{x}} $&' })).toBe('$& {{x}} $&\r\n$1 {{x}} $&');
  });

  it('leaves text that is no reference as it is', () => {
    const content = '{{>}} {{> }} {{> a\nb}} {{> "}} {{#if}} {{>{{x}}}}';
    expect(resolveIncludes(content, texts())).toBe(content);
  });
});

/** The gaps of expanded parts, also those in included texts. */
function gapsIn(parts: readonly ExpandedPart[]) {
  const flat = parts.flatMap((part) => (part.kind === 'included' ? part.parts : [part]));
  return flat.filter((part) => part.kind === 'gap');
}

describe('expandIncludes', () => {
  const gapsOf = (content: string, ...entries: [string, IncludedText][]) =>
    gapsIn(expandIncludes(content, texts(...entries))).map(({ reason, text: shown }) => [
      reason,
      shown,
    ]);

  it('marks what is missing, deleted, or named by a title only', () => {
    expect(
      gapsOf(
        `{{> ${a}}} {{> ${b}}} {{> Brand voice tone="x"}}`,
        [a, text(a, null, { title: null, gap: 'missing' })],
        [b, text(b, null, { title: 'Old', gap: 'deleted' })],
      ),
    ).toEqual([
      ['missing', '{{> missing prompt}}'],
      ['deleted', '{{> Old}}'],
      ['untitled', '{{> Brand voice tone="x"}}'],
    ]);
    expect(gapsOf(`{{> ${a}}}`)).toEqual([['missing', '{{> missing prompt}}']]);
  });

  it('closes a cycle with a gap', () => {
    const found = [
      [a, text(a, `A {{> ${b}}}`, { title: 'A' })],
      [b, text(b, `B {{> ${a}@1}}`, { title: 'B' })],
      [`${a}@1`, text(a, `A {{> ${b}}}`, { title: 'A' })],
    ] as [string, IncludedText][];
    expect(resolveIncludes(`{{> ${a}}}`, texts(...found))).toBe('A B {{> A}}');
    expect(gapsOf(`{{> ${a}}}`, ...found)).toEqual([['cycle', '{{> A}}']]);
  });

  it('stops where texts in texts would become too long', () => {
    const many = (id: string) => `{{> ${id}}}`.repeat(200);
    const ids = Array.from({ length: 6 }, (_, level) => `${a.slice(0, -1)}${level}`);
    const found = ids.map((id, level): [string, IncludedText] => [
      id,
      text(id, ids[level + 1] ? many(ids[level + 1] ?? '') : 'x'.repeat(10_000)),
    ]);
    const parts = expandIncludes(many(ids[0] ?? ''), texts(...found));
    expect(gapsIn(parts).every(({ reason }) => reason === 'limit')).toBe(true);
    expect(resolveIncludes(many(ids[0] ?? ''), texts(...found)).length).toBeLessThan(4_000_000);
  });

  it('stops at ten levels', () => {
    const ids = Array.from({ length: 12 }, (_, level) => `${a.slice(0, -2)}${level + 10}`);
    const found = ids.map((id, level): [string, IncludedText] => [
      id,
      text(id, `${level} {{> ${ids[level + 1] ?? a}}}`),
    ]);
    expect(resolveIncludes(`{{> ${ids[0] ?? ''}}}`, texts(...found))).toBe(
      '0 1 2 3 4 5 6 7 8 9 {{> Title}}',
    );
  });
});
