import { expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { draftKeys, draftsOf, saveDraft, type Draft } from '#web/data/drafts/drafts.ts';
import { emptyValues, promptTextSchema, type PromptText } from '#web/data/prompts/prompt-values.ts';
import { renderScreen } from '#web/testing/render-screen.tsx';
import { session } from '#web/testing/session.ts';
import { StrandedDraft } from './stranded-draft.tsx';

const id = '00000000-0000-4000-8000-0000000000b1';
const me = session.user.id;

function storeDraft() {
  const draft: Draft<PromptText> = {
    target: `edit:${id}`,
    writer: 'a',
    savedAt: '2026-01-01T00:00:00Z',
    values: { ...emptyValues, title: 'Letter', content: 'My words', groupId: 'g', isPublic: true },
    changeDescription: '',
    tagText: '',
    base: 3,
    from: null,
  };
  saveDraft(me, draft);
}

it('makes the changes the draft of a new private prompt', async () => {
  storeDraft();
  const { currentPath } = await renderScreen(<StrandedDraft promptId={id} />);
  await page.getByRole('button', { name: 'Continue' }).click();
  await expect.poll(() => currentPath()).toBe('/app/prompts/new');
  expect(draftsOf(me, 'create', promptTextSchema)).toMatchObject([
    {
      values: { title: 'Letter', content: 'My words', groupId: null, isPublic: false },
      base: null,
    },
  ]);
  expect(draftKeys(me)).toHaveLength(1);
});

it('discards them, and shows nothing without any', async () => {
  storeDraft();
  await renderScreen(<StrandedDraft promptId={id} />);
  await page.getByRole('button', { name: 'Discard' }).click();
  await expect.element(page.getByText(/^Unsaved changes/)).not.toBeInTheDocument();
  expect(draftKeys(me)).toEqual([]);
});
