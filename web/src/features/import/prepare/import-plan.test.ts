import { describe, expect, it } from 'vitest';
import { fingerprint } from './fingerprint.ts';
import { planImport } from './import-plan.ts';
import type { SourcePreview } from './import-preview.ts';
import { prepareImport } from './prepare-import.ts';
import { readFile } from '#web/features/import/read/read-file.ts';

function preview(name: string, text: string, known: readonly string[] = []): SourcePreview {
  const file = prepareImport(readFile(name, new TextEncoder().encode(text)));
  return { name, file, libraryFingerprints: new Set(known) };
}
const titlesOf = (prompts: readonly { readonly title: string }[]) =>
  prompts.map(({ title }) => title);
const plain = { includeExisting: false, variables: new Set<never>() };

describe('planImport', () => {
  it('leaves out prompts of the library, unless they are included by choice', () => {
    const source = preview('x.csv', 'title,content\nKnown,1\nNew,2\n', [fingerprint('Known', '1')]);
    const [plan] = planImport({ sources: [source] }, plain);
    expect(titlesOf(plan?.stored ?? [])).toEqual(['New']);
    expect(titlesOf(plan?.inLibrary ?? [])).toEqual(['Known']);
    const [all] = planImport({ sources: [source] }, { ...plain, includeExisting: true });
    expect(titlesOf(all?.stored ?? [])).toEqual(['Known', 'New']);
  });

  it('counts a prompt once that is in two files', () => {
    const sources = [
      preview('a.csv', 'title,content\nA,1\nB,2\n'),
      preview('b.csv', 'title,content\nB,2\nC,3\n'),
    ];
    const plans = planImport({ sources }, plain);
    expect(plans.map(({ stored }) => titlesOf(stored))).toEqual([['A', 'B'], ['C']]);
    expect(plans[1]?.repeated).toMatchObject([{ prompt: { title: 'B' }, name: 'a.csv' }]);
  });

  it('compares prompts with their placeholders converted', () => {
    const text = 'title,content\nLetter,Dear [name] from {city}\n';
    const converted = fingerprint('Letter', 'Dear {{name}} from {{city}}');
    const source = preview('x.csv', text, [converted]);
    const count = (variables: Set<'[name]' | '{name}'>) =>
      planImport({ sources: [source] }, { ...plain, variables })[0]?.stored.length;
    expect(count(new Set())).toBe(1);
    expect(count(new Set(['[name]']))).toBe(1);
    expect(count(new Set(['{name}', '[name]']))).toBe(0);
  });
});
