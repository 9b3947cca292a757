import { describe, expect, it, vi } from 'vitest';
import { page } from 'vitest/browser';
import { renderScreen } from '#web/testing/render-screen.tsx';
import { AnswerForm } from './answer-form.tsx';

const answer = page.getByLabelText('Answer from step 2');
const save = page.getByRole('button', { name: 'Save answer' });

async function openForm(onChange: (answer: string) => Promise<boolean>) {
  const onClose = vi.fn<() => void>();
  await renderScreen(
    <AnswerForm runId="run" number={2} answer="First" onChange={onChange} onClose={onClose} />,
  );
  return onClose;
}

describe('AnswerForm', () => {
  it('closes without saving when nothing was changed', async () => {
    const onChange = vi.fn<() => Promise<boolean>>();
    const onClose = await openForm(onChange);
    await save.click();
    await expect.poll(() => onClose.mock.calls.length).toBe(1);
    expect(onChange).not.toHaveBeenCalled();
  });

  it('stays open with the text when it was not saved', async () => {
    const onClose = await openForm(() => Promise.resolve(false));
    await answer.fill('Second');
    await save.click();
    await expect.element(answer).toHaveValue('Second');
    expect(onClose).not.toHaveBeenCalled();
  });

  it('stays open for text that was written while the answer was being saved', async () => {
    const { promise, resolve } = Promise.withResolvers<boolean>();
    const onChange = vi.fn<(text: string) => Promise<boolean>>(() => promise);
    const onClose = await openForm(onChange);
    await answer.fill('Second');
    await save.click();
    await expect.poll(() => onChange.mock.calls).toEqual([['Second']]);
    await answer.fill('Second, and more');
    resolve(true);
    await promise;
    await expect.element(answer).toHaveValue('Second, and more');
    expect(onClose).not.toHaveBeenCalled();
  });
});
