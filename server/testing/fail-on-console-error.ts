import { afterEach, beforeEach, vi } from 'vitest';

/** Calls of console.error in the running test. Each one makes the test fail. */
const consoleErrors: unknown[][] = [];

beforeEach(() => {
  vi.spyOn(console, 'error').mockImplementation((...values: unknown[]) => {
    consoleErrors.push(values);
  });
});

afterEach(() => {
  vi.mocked(console.error).mockRestore();
  const messages = consoleErrors.splice(0).map((values) => values.map(String).join(' '));
  if (messages.length > 0) throw new Error(`console.error was called: ${messages.join('\n')}`);
});
