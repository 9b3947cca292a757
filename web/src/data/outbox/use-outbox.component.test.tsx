import { expect, it, vi } from 'vitest';
import { page } from 'vitest/browser';
import { emptyValues } from '#web/data/prompts/prompt-values.ts';
import { backend, json } from '#web/testing/fake-backend.ts';
import { renderScreen } from '#web/testing/render-screen.tsx';
import { session } from '#web/testing/session.ts';
import { putInOutbox } from './outbox-store.ts';
import { useOutbox } from './use-outbox.ts';

/** The queued saves, with a button that sends them. */
function Outbox() {
  const { saves, isSending, send } = useOutbox(session.user.id, () => undefined);
  return (
    <button type="button" disabled={isSending} onClick={() => void send()}>
      Sync {saves.length}
    </button>
  );
}

it('syncs on request after an attempt that failed without an answer', async () => {
  const lock = vi.spyOn(navigator.locks, 'request').mockRejectedValueOnce(new Error('No lock'));
  backend.on('POST', '/rest/v1/prompts', ({ body }) => json([body], 201));
  putInOutbox(session.user.id, {
    id: '1',
    promptId: '00000000-0000-4000-8000-0000000000b1',
    base: null,
    from: null,
    values: { ...emptyValues, title: 'Summary', content: 'Text' },
    unchanged: false,
    changeDescription: '',
    forkedFrom: null,
    state: 'waiting',
    reason: null,
  });
  await renderScreen(<Outbox />);
  await expect.poll(() => lock.mock.calls.length).toBe(1);
  await page.getByRole('button', { name: 'Sync 1' }).click();
  await expect.element(page.getByRole('button', { name: 'Sync 0' })).toBeVisible();
  expect(backend.sent('POST', '/rest/v1/prompts')).toHaveLength(1);
});
