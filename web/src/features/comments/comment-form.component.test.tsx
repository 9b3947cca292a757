import { describe, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { addComment } from '#web/data/community/comments.ts';
import { backend, noConnection, refusal } from '#web/testing/fake-backend.ts';
import { renderScreen } from '#web/testing/render-screen.tsx';
import { expectUndoByWord } from '#web/testing/undo-by-word.ts';
import { CommentForm } from './comment-form.tsx';

const comments = '/rest/v1/comments';
const field = page.getByLabelText('Comment', { exact: true });
const send = page.getByRole('button', { name: 'Send' });

/** Opens the form for a prompt; each test has its own, since drafts are stored by prompt. */
function openForm(promptId: string) {
  return renderScreen(
    <CommentForm
      label="Comment"
      submitLabel="Send"
      draftOf={promptId}
      options={addComment(promptId)}
      inputOf={(body, id) => ({ id, body })}
    />,
  );
}

describe('CommentForm', () => {
  it('asks for a comment when there is none, and sends nothing', async () => {
    await openForm('empty');
    await send.click();
    await expect.element(page.getByText('Enter a comment.')).toBeVisible();
    await expect.element(field).toHaveFocus();
    expect(backend.sent('POST', comments)).toEqual([]);
  });

  it('takes back words, not letters, with undo', async () => {
    await openForm('undo');
    await expectUndoByWord(field);
  });

  it('keeps the text beside the reason when the server refuses', async () => {
    backend.on('POST', comments, () => refusal(403, '42501', 'not now'));
    await openForm('refused');
    await field.fill('Well **done**');
    await send.click();
    await expect.element(page.getByText('not now')).toBeVisible();
    await expect.element(field).toHaveValue('Well **done**');
  });

  it('sends a comment without a response again under the same id, and another text as a new one', async () => {
    backend.on('POST', comments, noConnection);
    await openForm('lost');
    const ids = () =>
      backend.sent('POST', comments).map(({ body }) => (body as { id?: string }).id);
    for (const [index, text] of ['Well done', 'Well done', 'Very well done'].entries()) {
      await field.fill(text);
      await send.click();
      await expect.poll(ids).toHaveLength(index + 1);
      await expect.element(page.getByText(/^The server did not answer/)).toBeVisible();
    }
    const [first, second, third] = ids();
    expect(first).toMatch(/^[0-9a-f-]{36}$/);
    expect(second).toBe(first);
    expect(third).not.toBe(first);
  });

  it('empties the field once the comment is stored, and offers no draft of it', async () => {
    backend.on('POST', comments, () => new Response(null, { status: 201 }));
    const { unmount } = await openForm('stored');
    await field.fill('Well done');
    await send.click();
    await expect.element(field).toHaveValue('');
    await unmount();
    await openForm('stored');
    await expect.element(field).toBeVisible();
    await expect.element(page.getByText(/Unsaved changes/)).not.toBeInTheDocument();
  });

  it('offers no draft of a comment that was stored after the form was left', async () => {
    const { promise, resolve } = Promise.withResolvers<Response>();
    backend.on('POST', comments, () => promise);
    const { unmount, client } = await openForm('left while sending');
    await field.fill('Well done');
    await send.click();
    await expect.poll(() => backend.sent('POST', comments).length).toBe(1);
    await unmount();
    resolve(new Response(null, { status: 201 }));
    await expect.poll(() => client.isMutating()).toBe(0);
    await openForm('left while sending');
    await expect.element(field).toBeVisible();
    await expect.element(page.getByText(/Unsaved changes/)).not.toBeInTheDocument();
  });

  it('keeps what was typed while a comment was sent', async () => {
    const { promise, resolve } = Promise.withResolvers<Response>();
    backend.on('POST', comments, () => promise);
    const { unmount, client } = await openForm('typed while sending');
    await field.fill('Well done');
    await send.click();
    await expect.poll(() => backend.sent('POST', comments).length).toBe(1);
    await field.fill('Well done, and thanks');
    resolve(new Response(null, { status: 201 }));
    await expect.poll(() => client.isMutating()).toBe(0);
    await unmount();
    await openForm('typed while sending');
    await page.getByRole('button', { name: 'Continue' }).click();
    await expect.element(field).toHaveValue('Well done, and thanks');
  });

  it('offers what was typed when the form was left', async () => {
    const { unmount } = await openForm('left');
    await field.fill('Half a thought');
    await unmount();
    await openForm('left');
    await page.getByRole('button', { name: 'Continue' }).click();
    await expect.element(field).toHaveValue('Half a thought');
  });
});
