import { expect, test, vi } from 'vitest';
import { messages } from '#contract/messages.ts';
import { readPrompt } from './prompt-detail.ts';

// Nothing is asked: an address that no prompt can have is answered here.
vi.mock('#web/data/backend/client.ts', () => ({ db: {}, dbNow: {} }));
vi.hoisted(() => vi.stubGlobal('window', new EventTarget()));

test.each([
  [undefined, messages.prompts.idRequired, 400],
  ['', 'Prompt ID is required', 400],
  ['not-an-id', 'Prompt not found', 404],
])('readPrompt refuses the id %j without a request', async (id, message, status) => {
  await expect(readPrompt(id)).rejects.toMatchObject({ message, status });
});
