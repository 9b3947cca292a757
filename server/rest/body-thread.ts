import { createFairLimit, TooMuchWaits } from '#server/fair-limit.ts';
import { TaskThread } from '#server/task-thread.ts';
import type { ParsedBody } from './parse/body.ts';
import type { BodyBytes } from './parse/parse-bytes.ts';
import { refuse } from './rest-error.ts';

/** The answer of the thread; `refusal` is the message of an invalid body. */
export type BodyReply =
  | { readonly parsed: ParsedBody }
  | { readonly refusal: string }
  | { readonly error: string };

/** How many bodies may wait for the thread. Each is in memory. */
const maxWaiting = 50;
const threadEnded: BodyReply = { error: 'The thread that parses large bodies ended.' };

const thread = new TaskThread(new URL('body-worker.ts', import.meta.url));
const limit = createFairLimit(1, maxWaiting);

/**
 * Parses a large body in a thread, in turns with other callers: 16 MB take seconds, in which this
 * process would answer nobody.
 */
export async function parseInThread(body: BodyBytes, caller: string): Promise<ParsedBody> {
  const reply = await limit
    .run(caller, async () => {
      // The thread is of this version, so it isn't checked what it sends.
      // oxlint-disable-next-line typescript/no-unsafe-type-assertion
      return ((await thread.ask(body)) ?? threadEnded) as BodyReply;
    })
    .catch((error: unknown) => {
      throw error instanceof TooMuchWaits ? refuse.callerBusy() : error;
    });
  if ('parsed' in reply) return reply.parsed;
  if ('refusal' in reply) throw refuse.body(reply.refusal);
  throw new Error(reply.error);
}
