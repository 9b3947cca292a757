/** Resolves with `work`, or after this many milliseconds. Rejects if `work` fails before. */
export async function waitAtMost(ms: number, work: Promise<unknown>): Promise<void> {
  await Promise.race([work, new Promise((resolve) => setTimeout(resolve, ms))]);
}
