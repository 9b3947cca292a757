import { describe, expect, it } from 'vitest';
import { parseReference, promptName } from './prompt-reference.ts';

const id = '01999d2e-7c1a-7f00-8abc-0123456789ab';

describe('promptName', () => {
  it.each([
    ['Weekly status — für Ärzte!', 'weekly-status-fur-arzte-01999d2e7c1a89ab'],
    ['日本語', '01999d2e7c1a89ab'],
    ['---', '01999d2e7c1a89ab'],
    ['long '.repeat(20), `${'long-'.repeat(8).slice(0, 39)}-01999d2e7c1a89ab`],
  ])('is the title in ASCII and digits of the id: %s', (title, name) => {
    expect(promptName({ id, title })).toBe(name);
    expect(name).toMatch(/^[a-z0-9-]{1,57}$/);
    expect(parseReference(name)?.idEnd).toBe('89ab');
  });
});

describe('parseReference', () => {
  it('reads a whole id', () => {
    const parsed = parseReference(` ${id.toUpperCase()} `);
    expect([parsed?.firstId, parsed?.lastId]).toEqual([id, id]);
    expect(parsed?.selector).toEqual({ kind: 'latest' });
  });

  it('reads a name as a range of ids', () => {
    const parsed = parseReference('some-title-01999d2e7c1a89ab');
    expect(parsed?.firstId).toBe('01999d2e-7c1a-0000-0000-000000000000');
    expect(parsed?.lastId).toBe('01999d2e-7c1a-ffff-ffff-ffffffffffff');
    expect(parsed?.slug).toBe('some-title');
  });

  it.each([
    ['latest', { kind: 'latest' }],
    ['7', { kind: 'version', version: 7 }],
    ['production', { kind: 'label', label: 'production' }],
    ['v1.2-beta_3', { kind: 'label', label: 'v1.2-beta_3' }],
  ])('reads @%s', (text, selector) => {
    expect(parseReference(`${id}@${text}`)?.selector).toEqual(selector);
  });

  it.each([
    '',
    'a title',
    'weekly-1234',
    `${id}@`,
    `${id}@0`,
    `${id}@-1`,
    `${id}@1@2`,
    `${id}@a b`,
    `${'long-'.repeat(40)}01999d2e7c1a89ab`,
  ])('refuses %s', (text) => expect(parseReference(text)).toBeNull());
});
