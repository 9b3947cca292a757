import { describe, expect, it } from 'vitest';
import { emptyValues } from '#web/data/prompts/prompt-values.ts';
import type { PromptVersion } from '#web/data/prompts/versions.ts';
import { compareVersions } from './compare-versions.ts';

function buildVersion(overrides: Partial<PromptVersion>): PromptVersion {
  return {
    ...emptyValues,
    id: '1',
    version: 1,
    title: 'Guide',
    content: 'Act as a guide.',
    changeDescription: 'Initial version',
    createdBy: null,
    proposedBy: null,
    createdAt: '2026-01-01T00:00:00Z',
    ...overrides,
  };
}

describe('compareVersions', () => {
  it('returns the fields that differ, and always the content', () => {
    const older = buildVersion({});
    const newer = buildVersion({ title: 'City guide', tags: ['a', 'b'], isPublic: true });
    const { fields, changes } = compareVersions(older, newer);
    expect(fields.map((field) => field.label)).toEqual(['Title', 'Content', 'Tags', 'Visibility']);
    expect(changes).toBe(3);
  });

  it('counts no change between equal versions', () => {
    const { fields, changes } = compareVersions(buildVersion({}), buildVersion({ version: 2 }));
    expect(changes).toBe(0);
    expect(fields.map((field) => field.label)).toEqual(['Content']);
  });
});
