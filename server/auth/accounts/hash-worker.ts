import { constants, setPriority } from 'node:os';
import { parentPort } from 'node:worker_threads';
import { hashSync, verifySync } from '@node-rs/bcrypt';
import type { HashReply, HashTask } from './hash-pool.ts';

/*
 * The thread of hash-pool.ts: receives tasks and responds to each before it takes the next. On Linux
 * a thread has a priority of its own; elsewhere this would be that of the whole process.
 */
if (process.platform === 'linux') setPriority(constants.priority.PRIORITY_BELOW_NORMAL);

parentPort?.on('message', (task: HashTask) => {
  // A thread has no origin.
  // oxlint-disable-next-line unicorn/require-post-message-target-origin
  parentPort?.postMessage(perform(task));
});

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
