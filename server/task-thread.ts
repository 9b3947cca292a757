import { constants, setPriority } from 'node:os';
import { parentPort, Worker } from 'node:worker_threads';
import { askWorker } from './ask-worker.ts';

/** A thread that does one task at a time. It starts with the first, and again after it has ended. */
export class TaskThread {
  #worker: Worker | null = null;
  readonly #program: URL;

  /** `program` calls {@link answerTasks}. */
  constructor(program: URL) {
    this.#program = program;
  }

  /** Resolves with the answer; with `null` if the thread ends first. */
  ask(task: unknown): Promise<unknown> {
    return askWorker((this.#worker ??= this.#start()), task);
  }

  #start(): Worker {
    const worker = new Worker(this.#program);
    // The server may stop while it idles.
    worker.unref();
    worker.on('error', () => {});
    worker.on('exit', () => {
      if (this.#worker === worker) this.#worker = null;
    });
    return worker;
  }
}

/**
 * Runs in a thread: receives tasks and responds to each before it takes the next. On Linux a thread
 * has a priority of its own, which is lowered; elsewhere that would be the whole process's.
 */
// The thread is of the server's version, so that it isn't checked what is sent.
// oxlint-disable-next-line typescript/no-unnecessary-type-parameters
export function answerTasks<Task>(perform: (task: Task) => unknown): void {
  if (process.platform === 'linux') setPriority(constants.priority.PRIORITY_BELOW_NORMAL);
  parentPort?.on('message', (task: Task) => {
    // A thread has no origin.
    // oxlint-disable-next-line unicorn/require-post-message-target-origin
    parentPort?.postMessage(perform(task));
  });
}
