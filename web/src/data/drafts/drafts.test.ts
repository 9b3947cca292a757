import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { DeviceStorage } from '#web/lib/testing/device-storage.ts';
import { discardDraft, draftsOf, saveDraft, type Draft } from './drafts.ts';
import { emptyValues, promptTextSchema, type PromptText } from '#web/data/prompts/prompt-values.ts';

let device: DeviceStorage;
beforeEach(() => {
  device = new DeviceStorage();
  vi.stubGlobal('localStorage', device);
});
afterEach(() => {
  vi.unstubAllGlobals();
});

function buildDraft(overrides: Partial<Draft<PromptText>> = {}): Draft<PromptText> {
  return {
    target: 'edit:1',
    writer: 'a',
    values: { ...emptyValues, title: 'Half a sent' },
    changeDescription: '',
    tagText: 'ta',
    base: 3,
    from: null,
    savedAt: '2026-01-01T00:00:00.000Z',
    ...overrides,
  };
}

const drafts = (person: string, target: string) => draftsOf(person, target, promptTextSchema);

describe('drafts', () => {
  test('are read as they were stored', () => {
    expect(saveDraft('me', buildDraft())).toBe(true);
    expect(drafts('me', 'edit:1')).toEqual([buildDraft()]);
  });

  test('of two forms are both kept, newest first', () => {
    saveDraft('me', buildDraft());
    saveDraft('me', buildDraft({ writer: 'b', savedAt: '2026-01-02T00:00:00.000Z' }));
    expect(drafts('me', 'edit:1').map((draft) => draft.writer)).toEqual(['b', 'a']);
    discardDraft('me', buildDraft());
    expect(drafts('me', 'edit:1').map((draft) => draft.writer)).toEqual(['b']);
  });

  test('belong to one person and one target', () => {
    saveDraft('me', buildDraft());
    expect(drafts('you', 'edit:1')).toEqual([]);
    expect(drafts('me', 'edit:11')).toEqual([]);
    expect(drafts('me', 'create')).toEqual([]);
  });
});

describe('saveDraft and draftsOf', () => {
  test('report a device without room', () => {
    device.room = 10;
    expect(saveDraft('me', buildDraft())).toBe(false);
  });

  test('leave a value of another kind under the key alone', () => {
    device.setItem('cuebook.draft/me/edit:1/x', '{"target":1}');
    device.setItem('cuebook.draft/me/edit:1/y', 'no JSON');
    device.setItem('cuebook.draft/me/edit:1/z', JSON.stringify({ ...buildDraft(), values: 1 }));
    expect(drafts('me', 'edit:1')).toEqual([]);
    expect(device.length).toBe(3);
  });
});
