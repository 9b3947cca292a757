import { describe, expect, it } from 'vitest';
import { readLibraryExport } from './read-library-export.ts';

const prompt = { id: 'p', title: 'Soup', content: 'Boil.' };
const read = (fields: object) =>
  readLibraryExport({ cuebook: 3, prompts: [{ ...prompt, ...fields }] });

describe('readLibraryExport', () => {
  it.each([
    ['2026-11-28T09:15:00.123456+00:00', '2026-11-28T09:15:00.123456+00:00'],
    ['28 Nov 2026 09:15:00 GMT', '2026-11-28T09:15:00.000Z'],
    ['Sat Nov 28 2026 09:15:00 GMT+0000 (Coordinated Universal Time)', '2026-11-28T09:15:00.000Z'],
  ])('passes on the time %s in a form that the database reads', (created_at, expected) => {
    expect(read({ created_at }).exported?.prompts[0]?.prompt.created_at).toBe(expected);
  });

  it.each([
    ['created_at', { created_at: 'soon' }],
    ['last_use.uses', { last_use: { uses: 1.5 } }],
    ['forked_from_version', { forked_from_version: 3e9 }],
  ])('reports a prompt whose %s is invalid', (field, fields) => {
    expect(read(fields)).toMatchObject({
      problems: [{ title: 'Soup', reason: `Its ${field} isn't valid in a Cuebook export.` }],
      exported: { prompts: [] },
    });
  });
});
