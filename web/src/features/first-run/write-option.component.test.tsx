import { describe, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { draftsOf } from '#web/data/drafts/drafts.ts';
import { promptTextSchema } from '#web/data/prompts/prompt-values.ts';
import { backend, json, noConnection, refusal } from '#web/testing/fake-backend.ts';
import { renderScreen } from '#web/testing/render-screen.tsx';
import { session } from '#web/testing/session.ts';
import { WriteOption } from './write-option.tsx';

const prompts = '/rest/v1/prompts';
const field = page.getByLabelText('Your prompt');
const create = page.getByRole('button', { name: 'Create Prompt' });

describe('WriteOption', () => {
  it('creates a private prompt, titled by its first line', async () => {
    backend.on('POST', prompts, ({ body }) => json([body], 201));
    await renderScreen(<WriteOption />);
    await field.fill('# Summarise {{text}}\nin five sentences');
    await create.click();
    await expect.element(page.getByText('Prompt created successfully!')).toBeVisible();
    expect(backend.sent('POST', prompts)[0]?.body).toMatchObject({
      title: 'Summarise {{text}}',
      content: '# Summarise {{text}}\nin five sentences',
      is_public: false,
    });
  });

  it('sends nothing while the field is empty, and focuses it', async () => {
    await renderScreen(<WriteOption />);
    await create.click();
    await expect.element(field).toBeInvalid();
    await expect.element(field).toHaveFocus();
    expect(backend.sent('POST', prompts)).toEqual([]);
  });

  it('keeps the text and says why when the server refuses', async () => {
    backend.on('POST', prompts, () => refusal(403, '42501', 'not now'));
    await renderScreen(<WriteOption />);
    await field.fill('Text');
    await create.click();
    await expect.element(page.getByText('Failed to create prompt: not now')).toBeVisible();
    await expect.element(field).toHaveValue('Text');
  });

  it('queues the prompt without a connection', async () => {
    backend.on('POST', prompts, noConnection);
    await renderScreen(<WriteOption />);
    await field.fill('Text');
    await create.click();
    await expect.element(page.getByText(/saved on this device/i)).toBeVisible();
    await expect.element(field).toHaveValue('');
  });

  it('keeps what is typed while the prompt is queued', async () => {
    const failed = Promise.withResolvers<Response>();
    backend.on('POST', prompts, () => failed.promise);
    await renderScreen(<WriteOption />);
    await field.fill('Text');
    await create.click();
    await field.fill('Another text');
    failed.reject(new TypeError('Failed to fetch'));
    await expect.element(page.getByText(/saved on this device/i)).toBeVisible();
    await expect.element(field).toHaveValue('Another text');
  });

  it('keeps what is typed while the prompt is created, as a draft of that prompt', async () => {
    const { promise, resolve } = Promise.withResolvers<Response>();
    backend.on('POST', prompts, () => promise);
    await renderScreen(<WriteOption />);
    await field.fill('Text');
    await create.click();
    await expect.poll(() => backend.sent('POST', prompts).length).toBe(1);
    await field.fill('Text and more');
    resolve(json([{ id: 'stored' }], 201));
    await expect.element(page.getByText(/Edit the prompt to go on/)).toBeVisible();
    const [created] = backend.sent('POST', prompts).map(({ body }) => body as { id: string });
    const [draft] = draftsOf(session.user.id, `edit:${created?.id}`, promptTextSchema);
    expect(draft).toMatchObject({ base: 1, values: { content: 'Text and more' } });
  });

  it('offers what was typed on the next visit', async () => {
    const { unmount } = await renderScreen(<WriteOption />);
    await field.fill('Half a thought');
    await unmount();
    await renderScreen(<WriteOption />);
    await page.getByRole('button', { name: 'Continue' }).click();
    await expect.element(field).toHaveValue('Half a thought');
  });
});
