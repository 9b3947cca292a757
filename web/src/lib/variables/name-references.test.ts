import { describe, expect, it } from 'vitest';
import type { IncludedText } from '#templating/expand-includes.ts';
import { nameReferences } from './name-references.ts';

const one = '00000000-0000-4000-8000-00000000000a';
const other = '00000000-0000-4000-8000-00000000000b';

function text(id: string, title: string | null): IncludedText {
  return {
    id,
    version: 1,
    title,
    content: '',
    isPublic: true,
    gap: title === null ? 'missing' : null,
  };
}

describe('nameReferences', () => {
  it('shows titles, versions and values instead of ids', () => {
    const texts = new Map([
      [one, text(one, 'Voice')],
      [`${one}@3`, text(one, 'Voice')],
    ]);
    expect(nameReferences([`A {{> ${one} tone="dry"}}`, `{{> ${one}@3}} {{x}}`], texts)).toEqual([
      'A {{> Voice tone="dry"}}',
      '{{> Voice@3}} {{x}}',
    ]);
  });

  it('tells prompts with the same title, and missing ones, apart', () => {
    const same = new Map([
      [one, text(one, 'Voice')],
      [other, text(other, 'Voice')],
    ]);
    expect(nameReferences([`{{> ${one}}}`, `{{> ${other}}}`], same)).toEqual([
      '{{> Voice (…000a)}}',
      '{{> Voice (…000b)}}',
    ]);
    expect(nameReferences([`{{> ${one}}}`, `{{> ${other}}}`], new Map())).toEqual([
      '{{> missing prompt (…000a)}}',
      '{{> missing prompt (…000b)}}',
    ]);
  });

  it('leaves other text and references by title as they are', () => {
    expect(nameReferences(['{{name}} {{> Brand}}', ''], new Map())).toEqual([
      '{{name}} {{> Brand}}',
      '',
    ]);
  });
});
