import { constants, setPriority } from 'node:os';
import { parentPort } from 'node:worker_threads';
import type { BodyReply } from './body-thread.ts';
import { type BodyBytes, parseBytes } from './parse/parse-bytes.ts';
import { RestError } from './rest-error.ts';

/*
 * The thread of body-thread.ts: receives bodies and responds to each before it takes the next. On
 * Linux a thread has a priority of its own; elsewhere this would be that of the whole process.
 */
if (process.platform === 'linux') setPriority(constants.priority.PRIORITY_BELOW_NORMAL);

parentPort?.on('message', (body: BodyBytes) => {
  // A thread has no origin.
  // oxlint-disable-next-line unicorn/require-post-message-target-origin
  parentPort?.postMessage(parse(body));
});

function parse(body: BodyBytes): BodyReply {
  try {
    return { parsed: parseBytes(body) };
  } catch (error) {
    return error instanceof RestError ? { refusal: error.message } : { error: String(error) };
  }
}
