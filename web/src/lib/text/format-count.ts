/** Returns a number with its noun: '1 prompt', '1,200 prompts'. */
export function formatCount(count: number, noun: string, plural = `${noun}s`): string {
  return `${count.toLocaleString('en-GB')} ${count === 1 ? noun : plural}`;
}

/** The most matches that the database counts. */
const maxCounted = 1_000;

/** Returns a counted number of prompts: exact up to a thousand, then '1,000+'. */
export function formatFound(count: number): string {
  return count > maxCounted ? '1,000+ prompts' : formatCount(count, 'prompt');
}
