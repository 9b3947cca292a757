import { setTimeout as pause } from 'node:timers/promises';
import { CallerTurns } from '#server/caller-turns.ts';

/** Shorter texts are parsed in a few milliseconds. */
const longText = 50_000;
const longTexts = new CallerTurns(1);
/** How much longer than one took the next long text of a caller waits. */
const waitFactor = 3;

/**
 * Works on a text; if it is long, in turn with others of the caller, and with a pause after each. One
 * with tens of thousands of variables takes the process a tenth of a second or more.
 */
export async function takeTurnIfLong<Result>(
  callerKey: string,
  text: string,
  work: () => Result,
): Promise<Result> {
  if (text.length < longText) return work();
  const { promise, resolve, reject } = Promise.withResolvers<Result>();
  void longTexts.run(callerKey, async () => {
    const startedAt = performance.now();
    try {
      resolve(work());
    } catch (error) {
      reject(error);
    }
    await pause((performance.now() - startedAt) * waitFactor);
  });
  return promise;
}
