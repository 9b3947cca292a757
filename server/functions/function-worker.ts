import { createInterface } from 'node:readline';
import type { Readable } from 'node:stream';
import { Worker } from 'node:worker_threads';
import type { Log } from '#server/log.ts';
import type { FunctionFile } from './find-function.ts';
import { FunctionRefused, type Refusal } from './refusals.ts';
import type { FromWorker, SentRequest, ToWorker, WorkerData } from './worker/messages.ts';

export interface WorkerLimits {
  /** How long a request may take, until the end of its response. */
  readonly requestMs: number;
  /** Memory of the heap, and of buffers outside it. */
  readonly memoryMb: number;
  /** How long a function may keep its thread from doing anything else. */
  readonly blockedMs: number;
}

export interface FunctionRequest extends SentRequest {
  /** Aborts when the client has gone. */
  readonly signal: AbortSignal;
  /** Cuts the connection to the client, as the end of a response that can't be finished. */
  readonly disconnect: () => void;
}

export type FunctionResponse = Extract<FromWorker, { type: 'response' }>;

/** A request whose response has not ended. */
interface OpenRequest {
  respond(response: FunctionResponse): void;
  fail(refused: FunctionRefused): void;
}

const program = new URL('./worker/run-function.ts', import.meta.url);
const pingMs = 1_000;
const mebibyte = 1_048_576;

/**
 * A thread that runs one function. If the function ends the thread, takes too much memory or blocks
 * it, its requests are refused and the worker has ended; the next request needs a new one.
 */
export class FunctionWorker {
  readonly file: FunctionFile;
  /** Resolves to whether requests need a valid token. Rejects if the file can't be loaded. */
  readonly ready: Promise<boolean>;
  hasEnded = false;
  readonly #worker: Worker;
  readonly #limits: WorkerLimits;
  readonly #log: Log;
  readonly #open = new Map<number, OpenRequest>();
  #lastId = 0;
  #isRetired = false;
  #heartbeat: NodeJS.Timeout | null = null;
  #lastPongAt = 0;

  constructor(
    file: FunctionFile,
    environment: Readonly<Record<string, string>>,
    limits: WorkerLimits,
    log: Log,
  ) {
    this.file = file;
    this.#limits = limits;
    this.#log = log;
    this.#worker = new Worker(program, {
      workerData: { file: file.path } satisfies WorkerData,
      env: { ...environment },
      // Flags of the server, such as those of a profiler, are not the function's.
      execArgv: [],
      stdout: true,
      stderr: true,
      resourceLimits: { maxOldGenerationSizeMb: limits.memoryMb },
    });
    this.#worker.unref();
    this.#logOutput(this.#worker.stdout, 'info');
    this.#logOutput(this.#worker.stderr, 'warn');
    this.ready = new Promise((resolve, reject) => {
      this.#worker.on('message', (message: FromWorker) => {
        if (message.type === 'ready') resolve(message.verifiesToken);
        else this.#receive(message);
      });
      this.#worker.once('error', (error: NodeJS.ErrnoException) => {
        log.error('function failed', { function: file.name, error });
        reject(new FunctionRefused('notStarted', { cause: error }));
        this.#end(error.code === 'ERR_WORKER_OUT_OF_MEMORY' ? 'limited' : 'failed');
      });
      this.#worker.once('exit', () => {
        reject(new FunctionRefused('notStarted'));
        this.#end('failed');
      });
    });
    // Requests notice it.
    this.ready.catch(() => {});
  }

  /**
   * Calls the function. Rejects with {@link FunctionRefused} if it fails or doesn't respond in time.
   * Once the response has begun, the client is disconnected instead. `onEnd` is called when the response has ended.
   */
  async call(request: FunctionRequest, onEnd: () => void): Promise<FunctionResponse> {
    const { signal, disconnect, ...sent } = request;
    const id = (this.#lastId += 1);
    const abort = () => this.#post({ type: 'abort', id });
    const stopIfBlocked = (otherwise: () => void) => {
      if (this.#isBlocked(2 * pingMs)) this.#terminate('it keeps its thread busy');
      else otherwise();
    };
    const failAsSlow = () => this.#open.get(id)?.fail(new FunctionRefused('tooSlow'));
    let timer = setTimeout(() => {
      abort();
      // A thread that started late on a busy machine may be blocked only since then.
      stopIfBlocked(() => {
        timer = setTimeout(() => stopIfBlocked(failAsSlow), 2 * pingMs);
      });
    }, this.#limits.requestMs);
    signal.addEventListener('abort', abort);
    const end = () => {
      clearTimeout(timer);
      signal.removeEventListener('abort', abort);
      if (this.#open.delete(id)) onEnd();
      if (this.#open.size > 0) return;
      this.#stopWatching();
      if (this.#isRetired) void this.stop();
    };
    return new Promise((resolve, reject) => {
      this.#open.set(id, {
        respond: (response) => {
          if (response.body === null) {
            resolve(response);
            end();
            return;
          }
          this.#open.set(id, {
            respond: () => {},
            fail: () => {
              disconnect();
              end();
            },
          });
          resolve({ ...response, body: watchBody(response.body, end) });
        },
        fail: (refused) => {
          reject(refused);
          end();
        },
      });
      this.#watch();
      this.#post({ type: 'request', id, ...sent }, sent.body === null ? [] : [sent.body]);
    });
  }

  /** Stops the worker once its open requests have ended. */
  retire(): void {
    this.#isRetired = true;
    if (this.#open.size === 0) void this.stop();
  }

  async stop(): Promise<void> {
    this.#end('failed');
    await this.#worker.terminate();
  }

  #post(message: ToWorker, transfer: readonly ReadableStream[] = []): void {
    this.#worker.postMessage(message, [...transfer]);
  }

  #receive(message: Exclude<FromWorker, { type: 'ready' }>): void {
    switch (message.type) {
      case 'pong':
        this.#lastPongAt = performance.now();
        if (message.externalBytes > this.#limits.memoryMb * mebibyte) {
          this.#terminate('its buffers take too much memory');
        }
        break;
      case 'response':
        this.#open.get(message.id)?.respond(message);
        break;
      case 'error':
        this.#log.error('function failed', { function: this.file.name, error: message.message });
        this.#open.get(message.id)?.fail(new FunctionRefused('failed'));
        break;
    }
  }

  /** Pings the thread while requests are open. A blocked thread doesn't respond. */
  #watch(): void {
    if (this.#heartbeat !== null) return;
    this.#lastPongAt = performance.now();
    this.#heartbeat = setInterval(() => {
      if (this.#isBlocked(this.#limits.blockedMs)) this.#terminate('it keeps its thread busy');
      else this.#post({ type: 'ping' });
    }, pingMs);
  }

  /** Returns whether the thread has not responded for longer than this, and a ping's interval. */
  #isBlocked(milliseconds: number): boolean {
    return performance.now() - this.#lastPongAt > milliseconds + pingMs;
  }

  #stopWatching(): void {
    if (this.#heartbeat !== null) clearInterval(this.#heartbeat);
    this.#heartbeat = null;
  }

  #terminate(reason: string): void {
    this.#log.error('function stopped', { function: this.file.name, reason });
    this.#end('limited');
    void this.#worker.terminate();
  }

  #end(refusal: Refusal): void {
    this.hasEnded = true;
    this.#stopWatching();
    for (const request of this.#open.values()) request.fail(new FunctionRefused(refusal));
  }

  #logOutput(stream: Readable, level: 'info' | 'warn'): void {
    createInterface(stream).on('line', (line) => {
      this.#log[level]('function', { function: this.file.name, line });
    });
  }
}

/** Passes a body on; `onEnd` is called when it has ended, or nobody reads it any more. */
function watchBody(body: ReadableStream, onEnd: () => void): ReadableStream {
  return body.pipeThrough(new TransformStream({ flush: onEnd, cancel: onEnd }));
}
