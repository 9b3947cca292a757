import { afterEach, beforeEach, vi } from 'vitest';

/** What a program complains about on the console is a failure, also when the test does not look. */
const complaints: unknown[][] = [];

beforeEach(() => {
  vi.spyOn(console, 'error').mockImplementation((...words: unknown[]) => {
    complaints.push(words);
  });
});

afterEach(() => {
  vi.mocked(console.error).mockRestore();
  const said = complaints.splice(0).map((words) => words.map(String).join(' '));
  if (said.length > 0) throw new Error(`console.error was called: ${said.join('\n')}`);
});
