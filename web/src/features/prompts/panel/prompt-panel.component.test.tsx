import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { connection } from '#web/data/backend/connection.ts';
import { draftKeys } from '#web/data/drafts/drafts.ts';
import { queuedSaves } from '#web/data/outbox/outbox-store.ts';
import { emptyValues } from '#web/data/prompts/prompt-values.ts';
import { expectAccessible } from '#web/testing/accessible.ts';
import { backend, json, noConnection, refusal } from '#web/testing/fake-backend.ts';
import { promptRow } from '#web/testing/prompt-row.ts';
import { renderScreen } from '#web/testing/render-screen.tsx';
import { expectUndoByWord } from '#web/testing/undo-by-word.ts';
import { session } from '#web/testing/session.ts';
import type { PanelRequest } from './panel-request.ts';
import { PromptPanel } from './prompt-panel.tsx';

const prompts = '/rest/v1/prompts';
const panel = page.getByRole('dialog');
const title = panel.getByLabelText('Title');
const content = panel.getByLabelText('Content');
const create = panel.getByRole('button', { name: 'Create Prompt' });

async function openPanel(request: PanelRequest) {
  const onClose = vi.fn<() => void>();
  const onSaved = vi.fn<(id: string) => void>();
  const { unmount } = await renderScreen(
    <PromptPanel request={request} onClose={onClose} onSaved={onSaved} />,
  );
  await expect.element(panel).toBeVisible();
  return { onClose, onSaved, unmount };
}

async function createPrompt(newTitle: string, newContent: string) {
  await title.fill(newTitle);
  await content.fill(newContent);
  await create.click();
}

describe('PromptPanel, creating', () => {
  it('says that the draft is saved only once it is, also if another tab discarded it', async () => {
    await openPanel({ mode: 'create' });
    await title.fill('Summary');
    await expect.poll(() => draftKeys(session.user.id).length).toBe(1);
    const [key = ''] = draftKeys(session.user.id);
    localStorage.removeItem(key);
    await panel.getByRole('button', { name: 'Cancel' }).click();
    await expect.element(page.getByText('Draft saved on this device')).toBeVisible();
    expect(localStorage.getItem(key)).toContain('Summary');
  });

  it('marks title and content, focuses the title and sends nothing while both are empty', async () => {
    await openPanel({ mode: 'create' });
    await create.click();
    await expect.element(title).toBeInvalid();
    await expect.element(content).toBeInvalid();
    await expect.element(title).toHaveFocus();
    expect(backend.sent('POST', prompts)).toEqual([]);
    await expectAccessible(panel);
    await panel.getByRole('button', { name: /^Icon:/ }).click();
    await expect.element(page.getByRole('list', { name: 'Icons' })).toBeVisible();
    await expectAccessible(page.getByRole('dialog').last());
  });

  it('refuses a title and a content that are too long at their fields', async () => {
    await openPanel({ mode: 'create' });
    await createPrompt('t'.repeat(10_000), 'Short');
    await expect.element(panel.getByText(/^The title has at most 500 characters\./)).toBeVisible();
    await expect.element(panel.getByText(/9,500 too many/)).toBeVisible();
    const toast = page.getByRole('listitem').getByText(/^The title has at most 500 characters\./);
    await expect.element(toast).toBeVisible();
    await createPrompt('A short one', 'c'.repeat(1_048_576));
    await expect
      .element(panel.getByText(/^The content has at most 1,000,000 characters\./))
      .toBeVisible();
    await expect.element(title).toHaveValue('A short one');
    expect(backend.sent('POST', prompts)).toEqual([]);
  });

  it('merges tags that differ in case or spaces, and keeps the first hundred', async () => {
    await openPanel({ mode: 'create' });
    const tags = panel.getByLabelText('Tags', { exact: true });
    const added = panel.getByRole('list', { name: 'Added tags' }).getByRole('listitem');
    await tags.fill('Long form,  long   FORM ,long form');
    await expect.element(added).toHaveLength(1);
    await expect.element(added).toHaveTextContent('Long form');
    await tags.fill(Array.from({ length: 500 }, (_, index) => `tag ${index}`).join(','));
    await expect.element(added).toHaveLength(100);
    await expect.element(panel.getByText('A prompt has at most 100 tags.')).toBeVisible();
    await createPrompt('   ', '\n \t');
    await expect.element(panel.getByText('A prompt needs a title.')).toBeVisible();
    await expect.element(panel.getByText('A prompt needs content.')).toBeVisible();
    await expect.element(added).toHaveLength(100);
    expect(backend.sent('POST', prompts)).toEqual([]);
  });

  it('keeps a typed tag that is too long, and saves nothing until it is shorter', async () => {
    backend.on('POST', prompts, ({ body }) => json([body], 201));
    const { onSaved } = await openPanel({ mode: 'create' });
    const tags = panel.getByLabelText('Tags', { exact: true });
    await title.fill('Summary');
    await content.fill('Short');
    await tags.fill('x'.repeat(51));
    await userEvent.keyboard('{Enter}');
    await expect.element(tags).toHaveValue('x'.repeat(51));
    await create.click();
    await expect.element(panel.getByText('A tag has at most 50 characters.')).toBeVisible();
    await expect.element(tags).toHaveFocus();
    expect(backend.sent('POST', prompts)).toEqual([]);
    await tags.fill('x'.repeat(50));
    await create.click();
    await expect.poll(() => onSaved.mock.calls.length).toBe(1);
    expect(backend.sent('POST', prompts)[0]?.body).toMatchObject({ tags: ['x'.repeat(50)] });
  });

  it('sends title, content and a tag that was typed but not added', async () => {
    backend.on('POST', prompts, ({ body }) => json([body], 201));
    const { onSaved } = await openPanel({ mode: 'create' });
    await title.fill('Summary');
    await content.fill('Summarise {{text}}');
    await panel.getByLabelText('Tags').fill('Work');
    await create.click();
    await expect.poll(() => onSaved.mock.calls.length).toBe(1);
    expect(backend.sent('POST', prompts)[0]?.body).toMatchObject({
      title: 'Summary',
      content: 'Summarise {{text}}',
      tags: ['Work'],
      is_public: false,
    });
  });

  it('stays open with the reason when the server refuses', async () => {
    backend.on('POST', prompts, () => refusal(403, '42501', 'permission denied'));
    const { onClose } = await openPanel({ mode: 'create' });
    await createPrompt('Summary', 'Text');
    await expect.element(panel.getByRole('alert')).toBeVisible();
    await expect.element(content).toHaveTextContent('Text');
    expect(onClose).not.toHaveBeenCalled();
  });

  it.each([
    ['the server fails', () => refusal(500, 'P0001', 'no luck today'), 'no luck today'],
    ['it returns no prompt', () => json([], 201), 'No data returned from Supabase'],
  ])("says why a prompt can't be saved, when %s", async (_, respond, reason) => {
    backend.on('POST', prompts, respond);
    backend.on('GET', '/rest/v1/prompt_versions', () => json([]));
    await openPanel({ mode: 'create' });
    await createPrompt('Unlucky', 'Words');
    await expect
      .element(page.getByText(`Failed to create prompt: ${reason}`).first())
      .toBeVisible();
    await expect.element(content).toHaveTextContent('Words');
  });

  it('asks for what was typed after it was made public, before it is sent', async () => {
    backend.on('POST', prompts, ({ body }) => json([body], 201));
    const { onSaved } = await openPanel({ mode: 'create' });
    const question = page.getByRole('alertdialog', { name: 'Publish this?' });
    await title.fill('Mail');
    await content.fill('Write the mail');
    await panel.getByRole('switch', { name: 'Make Public' }).click();
    await expect.element(panel.getByRole('switch', { name: 'Make Public' })).toBeChecked();
    await content.fill(`Write the mail\nwith sk-proj-a8Kd93mZqP0xLw72TrYvBn46HsGfJc15EuXo in it`);
    await create.click();
    await expect.element(question.getByText('API key in the content, line 2')).toBeVisible();
    await question.getByRole('button', { name: 'Go back' }).click();
    expect(backend.sent('POST', prompts)).toEqual([]);
    await create.click();
    await question.getByRole('button', { name: 'Publish anyway' }).click();
    await expect.poll(() => onSaved.mock.calls.length).toBe(1);
    expect(backend.sent('POST', prompts)[0]?.body).toMatchObject({ is_public: true });
  });

  it('closes and queues the prompt when there is no connection', async () => {
    backend.on('POST', prompts, noConnection);
    const { onClose } = await openPanel({ mode: 'create' });
    await createPrompt('Summary', 'Text');
    await expect.poll(() => onClose.mock.calls.length).toBe(1);
    await expect.element(page.getByText(/saved on this device/i)).toBeVisible();
  });

  it.each([
    [
      'the server is busy',
      () => refusal(503, '53300', 'too many clients'),
      'The server is busy right now. Your changes are saved on this device and will sync in a moment.',
    ],
    [
      'the session has ended',
      () => refusal(401, 'P0001', 'JWT expired'),
      'Please sign in to create prompts',
    ],
  ])('queues the prompt when %s, and says so', async (_, respond, message) => {
    backend.on('POST', prompts, respond);
    backend.on('POST', '/auth/v1/token', () => json(session));
    const { onClose } = await openPanel({ mode: 'create' });
    await createPrompt('Summary', 'Text');
    await expect.poll(() => onClose.mock.calls.length).toBe(1);
    await expect.element(page.getByText(message)).toBeVisible();
    expect(queuedSaves(session.user.id)).toMatchObject([{ values: { title: 'Summary' } }]);
  });

  it('stays open on a full device without a connection, and saves when it is back', async () => {
    onTestFinished(() => connection.report(true));
    vi.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
      throw new DOMException('full', 'QuotaExceededError');
    });
    backend.on('POST', prompts, noConnection);
    const { onSaved } = await openPanel({ mode: 'create' });
    await title.fill('No room');
    await content.fill('Not a byte');
    await expect.element(panel.getByText(/no space left on this device for a draft/)).toBeVisible();
    await create.click();
    await expect
      .element(page.getByText('Failed to create prompt. Please try again.').first())
      .toBeVisible();
    await expect.element(panel.getByText(/this device has no space left for drafts/)).toBeVisible();
    await expect.element(content).toHaveTextContent('Not a byte');
    backend.on('POST', prompts, ({ body }) => json([body], 201));
    await create.click();
    await expect.poll(() => onSaved.mock.calls.length).toBe(1);
    await expect.element(page.getByText('Prompt created successfully!')).toBeVisible();
  });

  it('says that its group was deleted meanwhile, and is created without', async () => {
    backend.on('POST', prompts, () =>
      refusal(403, '42501', 'new row violates row-level security policy for table "prompts"'),
    );
    const { onSaved } = await openPanel({ mode: 'create', start: { groupId: 'g1' } });
    await createPrompt('Homeless', 'Where shall I go?');
    await expect.element(panel.getByText(/^The group was deleted/)).toBeVisible();
    await expect.element(content).toHaveTextContent('Where shall I go?');
    backend.on('POST', prompts, ({ body }) => json([body], 201));
    await panel.getByLabelText('Group', { exact: true }).selectOptions('None');
    await create.click();
    await expect.poll(() => onSaved.mock.calls.length).toBe(1);
    expect(backend.sent('POST', prompts).at(-1)?.body).toMatchObject({ group_id: null });
  });

  describe('again, after a reload while it was sent', () => {
    const version = {
      version: 1,
      title: 'Summary',
      content: 'Text',
      description: null,
      tags: [],
      is_public: false,
      group_id: null,
      icon: null,
      category: null,
      created_at: '2026-01-01T00:00:00+00:00',
      created_by: session.user.id,
    };

    /** Continues the draft of a new prompt that the server has by now, with more text. */
    async function createAgain() {
      const { unmount } = await openPanel({ mode: 'create' });
      await title.fill('Summary');
      await content.fill('Text');
      await unmount();
      backend.on('POST', prompts, () => json([]));
      backend.on('GET', '/rest/v1/prompt_versions', () => json(version));
      const screen = await openPanel({ mode: 'create' });
      await panel.getByRole('button', { name: 'Continue' }).click();
      await content.fill('Text and more');
      await create.click();
      return screen;
    }

    it('makes no second prompt', async () => {
      backend.on('POST', prompts, () => new Promise<Response>(() => undefined));
      const { unmount } = await openPanel({ mode: 'create' });
      await createPrompt('Summary', 'Text');
      await expect.poll(() => backend.sent('POST', prompts).length).toBe(1);
      await unmount();
      const { onClose } = await openPanel({ mode: 'create' });
      await panel.getByRole('button', { name: 'Continue' }).click();
      await create.click();
      await expect.poll(() => onClose.mock.calls.length).toBe(1);
      const [first, second] = queuedSaves(session.user.id);
      expect(second).toBeDefined();
      expect(second?.promptId).toBe(first?.promptId);
    });

    it('merges the text with a newer version of the prompt', async () => {
      const newer = promptRow({ title: 'Summary', content: 'Text', version: 2, tags: ['new'] });
      backend.on('PATCH', prompts, ({ search }) =>
        json(search.get('version') === 'eq.2' ? [{ version: 3 }] : []),
      );
      backend.on('GET', '/rest/v1/readable_prompts', () => json([newer]));
      const { onSaved } = await createAgain();
      const merge = page.getByRole('dialog', { name: 'This prompt was changed in another tab' });
      await merge.getByRole('button', { name: 'Save merged version' }).click();
      await expect.poll(() => onSaved.mock.calls.length).toBe(1);
      expect(backend.sent('PATCH', prompts).at(-1)?.body).toMatchObject({
        content: 'Text and more',
        tags: ['new'],
      });
    });

    it('makes another prompt when the first one was deleted', async () => {
      backend.on('PATCH', prompts, () => json([]));
      backend.on('GET', '/rest/v1/readable_prompts', () => json([]));
      const { onSaved } = await createAgain();
      await expect.element(panel.getByText(/^This prompt was deleted/)).toBeVisible();
      backend.on('POST', prompts, ({ body }) => json([body], 201));
      await panel.getByRole('button', { name: 'Save to My prompts' }).click();
      await expect.poll(() => onSaved.mock.calls.length).toBe(1);
      const [first, second] = backend
        .sent('POST', prompts)
        .map(({ body }) => body as { id: string });
      expect(second?.id).not.toBe(first?.id);
    });
  });

  it('goes on with the created prompt when something was typed while it was sent', async () => {
    const { promise, resolve } = Promise.withResolvers<Response>();
    backend.on('POST', prompts, () => promise);
    backend.on('PATCH', prompts, () => json([{ version: 2 }]));
    backend.on('GET', '/rest/v1/readable_prompts', () => json([]));
    const { onSaved } = await openPanel({ mode: 'create' });
    await createPrompt('Summary', 'Text');
    await expect.poll(() => backend.sent('POST', prompts).length).toBe(1);
    await content.fill('Text and more');
    resolve(json([{ id: 'stored' }], 201));
    const update = panel.getByRole('button', { name: 'Update Prompt' });
    await expect.element(update).toBeVisible();
    await expect.element(content).toHaveTextContent('Text and more');
    expect(onSaved).not.toHaveBeenCalled();
    await update.click();
    await expect.poll(() => onSaved.mock.calls.length).toBe(1);
    const [created] = backend.sent('POST', prompts).map(({ body }) => body as { id: string });
    const [changed] = backend.sent('PATCH', prompts);
    expect(changed?.search.get('id')).toBe(`eq.${created?.id}`);
    expect(changed?.search.get('version')).toBe('eq.1');
    expect(changed?.body).toMatchObject({ content: 'Text and more' });
    expect(backend.sent('POST', prompts)).toHaveLength(1);
    expect(Object.keys(localStorage).filter((key) => key.includes('draft'))).toEqual([]);
  });

  it('queues what was typed while a new prompt could not be sent, after that prompt', async () => {
    const { promise, reject } = Promise.withResolvers<Response>();
    backend.on('POST', prompts, () => promise);
    const { onClose } = await openPanel({ mode: 'create' });
    await createPrompt('Summary', 'Text');
    await expect.poll(() => backend.sent('POST', prompts).length).toBe(1);
    await content.fill('Text and more');
    reject(new TypeError('Failed to fetch'));
    await panel.getByRole('button', { name: 'Update Prompt' }).click();
    await expect.poll(() => onClose.mock.calls.length).toBe(1);
    const [first, second] = queuedSaves(session.user.id);
    expect(first).toMatchObject({ base: null, values: { content: 'Text' } });
    expect(second).toMatchObject({ base: 1, values: { content: 'Text and more' } });
    expect(second?.promptId).toBe(first?.promptId);
  });

  it('takes back words, not letters, with undo', async () => {
    await openPanel({ mode: 'create' });
    for (const name of ['Content', 'Description', 'Title', 'Tags']) {
      await expectUndoByWord(panel.getByLabelText(name, { exact: true }));
    }
  });

  it('offers what was typed when it opens again', async () => {
    const { onClose, unmount } = await openPanel({ mode: 'create' });
    await title.fill('Half a thought');
    await userEvent.keyboard('{Escape}');
    await expect.poll(() => onClose.mock.calls.length).toBe(1);
    await unmount();
    await openPanel({ mode: 'create' });
    await panel.getByRole('button', { name: 'Continue' }).click();
    await expect.element(title).toHaveValue('Half a thought');
  });
});

describe('PromptPanel, forking', () => {
  it('says that a fork was refused, and keeps what was typed', async () => {
    backend.on('POST', prompts, () => refusal(400, 'P0001', 'Not now.'));
    const source = { id: '00000000-0000-4000-8000-00000000000b', title: 'Guarded', content: 'x' };
    await openPanel({ mode: 'fork', source: { ...emptyValues, ...source } });
    await title.fill('My own');
    await panel.getByRole('button', { name: 'Fork Prompt' }).click();
    await expect
      .element(page.getByText('Failed to fork prompt. Please try again.').first())
      .toBeVisible();
    await expect.element(title).toHaveValue('My own');
  });

  describe('again, while the fork is queued', () => {
    const source = { ...emptyValues, id: '00000000-0000-4000-8000-00000000000b', title: 'Guarded' };

    /** Forks with the panel, and returns once it is closed. */
    async function forkOffline(ownTitle?: string) {
      backend.on('POST', prompts, noConnection);
      const { onClose, unmount } = await openPanel({
        mode: 'fork',
        source: { ...source, content: 'x' },
      });
      if (ownTitle !== undefined) await title.fill(ownTitle);
      await panel.getByRole('button', { name: 'Fork Prompt' }).click();
      await expect.poll(() => onClose.mock.calls.length).toBe(1);
      await unmount();
    }
    const forks = () => queuedSaves(session.user.id).map(({ values }) => values.title);

    it('queues no second one', async () => {
      await forkOffline();
      await forkOffline();
      expect(forks()).toEqual(['Guarded (Fork)']);
    });

    it('queues one with another text', async () => {
      await forkOffline();
      await forkOffline('My own');
      expect(forks()).toEqual(['Guarded (Fork)', 'My own']);
    });
  });
});
