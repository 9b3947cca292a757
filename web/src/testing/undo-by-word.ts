import { expect, vi } from 'vitest';
import { userEvent, type Locator } from 'vitest/browser';

/**
 * Types a text as by one who never hesitates. A pause ends a step of the history, and on a busy machine
 * there may be one between two letters.
 */
export async function typeWithoutPause(text: string): Promise<void> {
  vi.useFakeTimers({ toFake: ['Date'] });
  try {
    await userEvent.keyboard(text);
  } finally {
    vi.useRealTimers();
  }
}

/** Checks that an undo takes back words of a field, not letters, and that a redo brings them back. */
export async function expectUndoByWord(field: Locator): Promise<void> {
  const text = () => {
    const element = field.element();
    return 'value' in element ? element.value : element.textContent;
  };
  await field.click();
  await typeWithoutPause('to do');
  await expect.poll(text).toBe('to do');
  await userEvent.keyboard('{Control>}z{/Control}');
  await expect.poll(text).not.toBe('to do');
  expect(text()).not.toBe('to d');
  await userEvent.keyboard('{Control>}{Shift>}z{/Shift}{/Control}');
  await expect.poll(text).toBe('to do');
}
