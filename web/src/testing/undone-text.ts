import { expect } from 'vitest';
import { userEvent, type Locator } from 'vitest/browser';

/** Types 'Walk the dog', undoes once and redoes. Returns what the undo left. */
export async function undoneText(field: Locator): Promise<unknown> {
  const text = () => {
    const element = field.element();
    return 'value' in element ? element.value : element.textContent;
  };
  await field.click();
  await userEvent.keyboard('Walk the dog');
  await expect.poll(text).toBe('Walk the dog');
  await userEvent.keyboard('{Control>}z{/Control}');
  await expect.poll(text).not.toBe('Walk the dog');
  const undone = text();
  await userEvent.keyboard('{Control>}{Shift>}z{/Shift}{/Control}');
  await expect.poll(text).toBe('Walk the dog');
  return undone;
}
