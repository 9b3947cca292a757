import { hashSync, verifySync } from '@node-rs/bcrypt';
import { answerTasks } from '#server/task-thread.ts';
import type { HashReply, HashTask } from './hash-pool.ts';

/* The thread of hash-pool.ts. */
answerTasks(perform);

function perform(task: HashTask): HashReply {
  try {
    if (task.kind === 'hash') return { result: hashSync(task.password, { cost: task.cost }) };
    // Every hash is compared, so that the duration doesn't tell which one matches.
    const [matches = false] = task.hashes.map((hash) => verifySync(task.password, hash));
    return { result: matches };
  } catch (error) {
    return { error: String(error) };
  }
}
