import { answerTasks } from '#server/task-thread.ts';
import type { BodyReply } from './body-thread.ts';
import { type BodyBytes, parseBytes } from './parse/parse-bytes.ts';
import { RestError } from './rest-error.ts';

/* The thread of body-thread.ts. */
answerTasks(parse);

function parse(body: BodyBytes): BodyReply {
  try {
    return { parsed: parseBytes(body) };
  } catch (error) {
    return error instanceof RestError ? { refusal: error.message } : { error: String(error) };
  }
}
