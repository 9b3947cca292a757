import { describe, expect, it, vi } from 'vitest';
import { page } from 'vitest/browser';
import { expectAccessible } from '#web/testing/accessible.ts';
import { backend, json, refusal } from '#web/testing/fake-backend.ts';
import { renderScreen } from '#web/testing/render-screen.tsx';
import FillDialog from './fill-dialog.tsx';

const id = '00000000-0000-4000-8000-0000000000b1';
const dialog = page.getByRole('dialog', { name: 'Letter' });
const preview = dialog.getByRole('region', { name: 'Preview' });
const copy = dialog.getByRole('button', { name: 'Copy prompt' });
const typed = 'Write {{words|number:100}} words in a {{tone|choice:dry,warm}} tone: {{facts|long}}';

type OnCopy = (text: string, values?: Record<string, string>) => Promise<boolean>;

/** Opens the dialog; `lastValues` are the values that were used last. */
async function openDialog(content: string, lastValues: Record<string, string> | null = null) {
  const uses = lastValues && [{ used_at: '2026-01-01T00:00:00Z', last_values: lastValues }];
  backend.on('GET', '/rest/v1/readable_prompts', () =>
    uses === null
      ? refusal(500, 'XX000', 'broken')
      : json([
          {
            id,
            title: 'Letter',
            content,
            tags: [],
            version: 1,
            favorites: [],
            prompt_uses: uses,
            prompt_versions: [],
            prompt_stats: null,
            takedowns: null,
          },
        ]),
  );
  const onCopy = vi.fn<OnCopy>(() => Promise.resolve(true));
  const onClose = vi.fn<() => void>();
  await renderScreen(
    <FillDialog
      prompt={{ id, title: 'Letter' }}
      content={content}
      onClose={onClose}
      onCopy={onCopy}
    />,
  );
  await expect.element(dialog).toBeVisible();
  return { onCopy, onClose };
}

describe('FillDialog', () => {
  it('focuses the first field, and previews defaults and open placeholders', async () => {
    await openDialog(typed);
    await expect.element(dialog.getByLabelText('words')).toHaveFocus();
    await expect
      .element(preview)
      .toHaveTextContent('Write 100 words in a dry tone: {{facts|long}}');
  });

  it('has a control for each type, and copies the text that the preview shows', async () => {
    const { onCopy, onClose } = await openDialog(typed);
    await dialog.getByLabelText('words').fill('25');
    await dialog.getByLabelText('tone').selectOptions('warm');
    await dialog.getByLabelText('facts').fill('One.\nTwo.');
    await expect.element(preview).toHaveTextContent('Write 25 words in a warm tone: One. Two.');
    await copy.click();
    await expect.poll(() => onClose.mock.calls.length).toBe(1);
    expect(onCopy.mock.calls[0]).toEqual([
      'Write 25 words in a warm tone: One.\nTwo.',
      { words: '25', tone: 'warm', facts: 'One.\nTwo.' },
    ]);
  });

  it('asks for a number where text was entered, and copies nothing', async () => {
    const { onCopy } = await openDialog(typed);
    const words = dialog.getByLabelText('words');
    await words.fill('a few');
    await expect.element(dialog.getByText('Enter a number.')).toBeVisible();
    await expectAccessible(dialog);
    await dialog.getByLabelText('facts').click();
    await copy.click();
    await expect.element(words).toHaveFocus();
    expect(onCopy).not.toHaveBeenCalled();
  });

  it('starts with the last values, except those that no longer fit', async () => {
    await openDialog('{{words|number}} words, {{tone|choice:dry,cool}}, on {{facts}}', {
      words: '25',
      tone: 'warm',
      facts: 'cats',
    });
    await expect.element(dialog.getByLabelText('facts')).toHaveValue('cats');
    await expect.element(dialog.getByLabelText('words')).toHaveValue('25');
    await expect.element(dialog.getByLabelText('tone')).toHaveValue('dry');
    await expect.element(preview).toHaveTextContent('25 words, dry, on cats');
  });

  it('stays open with what was typed when the copy fails', async () => {
    const { onCopy, onClose } = await openDialog('Greet {{name}}');
    onCopy.mockResolvedValue(false);
    await dialog.getByLabelText('name').fill('Ada');
    await copy.click();
    await expect.poll(() => onCopy.mock.calls.length).toBe(1);
    await expect.element(dialog.getByLabelText('name')).toHaveValue('Ada');
    expect(onClose).not.toHaveBeenCalled();
  });

  it('copies the text with its placeholders', async () => {
    const { onCopy } = await openDialog('Greet {{name}}');
    await dialog.getByLabelText('name').fill('Ada');
    await dialog.getByRole('button', { name: 'Copy without filling in' }).click();
    await expect.poll(() => onCopy.mock.calls[0]?.[0]).toBe('Greet {{name}}');
  });
});
