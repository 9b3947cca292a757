import { type ChildProcess, fork } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { Agent, type IncomingMessage, request as httpRequest } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { PassThrough, Readable } from 'node:stream';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { toWebStream } from '#server/http/to-web-stream.ts';
import type { Log } from '#server/log.ts';
import type { FunctionFile } from './find-function.ts';
import {
  failedHeader,
  type FromProcess,
  requestIdHeader,
  type ToProcess,
} from './process/messages.ts';
import { FunctionRefused, type Refusal } from './refusals.ts';

export interface ProcessLimits {
  /** How long a request may take, until the end of its response. */
  readonly requestMs: number;
  /** Memory of the heap, and of buffers outside it. */
  readonly memoryMb: number;
  /** How long a function may keep its process from doing anything else. */
  readonly blockedMs: number;
}

/** A request to a function. */
export interface FunctionCall {
  /** The URL that the function sees. */
  readonly url: string;
  /** Its signal aborts when the client has gone. */
  readonly request: Request;
  /** The function reads it in `X-Forwarded-For`, which holds nothing that the client sent. */
  readonly clientAddress: string;
  /** Cuts the connection to the client, as the end of a response that can't be finished. */
  readonly disconnect: () => void;
}

const program = fileURLToPath(new URL('./process/run-function.ts', import.meta.url));
const pingMs = 1_000;
const mebibyte = 1_048_576;

/** Headers that describe the connection, not the request or the response. Node sets them. */
const connectionHeaders: ReadonlySet<string> = new Set([
  'connection',
  'keep-alive',
  'trailer',
  'transfer-encoding',
  'upgrade',
]);
/** Statuses of responses without a body. */
const emptyStatuses: ReadonlySet<number> = new Set([204, 205, 304]);

/**
 * Starts the program of a function's process with nothing of the server's environment, except the
 * cache of compiled modules, which it doesn't show to the function.
 */
function startProcess(
  file: FunctionFile,
  socket: string,
  environment: Readonly<Record<string, string>>,
  memoryMb: number,
): ChildProcess {
  return fork(program, [file.path, socket], {
    env: { NODE_COMPILE_CACHE: process.env['NODE_COMPILE_CACHE'], ...environment },
    // Flags of the server, such as those of a profiler, are not the function's.
    execArgv: [`--max-old-space-size=${memoryMb}`],
    // Ctrl+C reaches the server alone, which lets open requests finish.
    detached: true,
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
  });
}

/**
 * A process that runs one function and serves it on a socket that only this user can open. If the
 * function ends the process, takes too much memory or blocks it, its requests are refused and the
 * process has ended; the next request needs a new one. It also ends with the server.
 */
export class FunctionProcess {
  readonly file: FunctionFile;
  /** Resolves to whether requests need a valid token. Rejects if the file can't be loaded. */
  readonly ready: Promise<boolean>;
  hasEnded = false;
  readonly #process: ChildProcess;
  /** The folder of the socket. */
  readonly #folder = mkdtempSync(join(tmpdir(), 'cuebook-function-'));
  readonly #socket =
    process.platform === 'win32' ? `\\\\.\\pipe\\${randomUUID()}` : join(this.#folder, 'socket');
  readonly #agent = new Agent({ keepAlive: true });
  readonly #exited: Promise<void>;
  readonly #limits: ProcessLimits;
  readonly #log: Log;
  /** Refuses the requests whose response has not ended, by their ids. */
  readonly #open = new Map<number, (refused: FunctionRefused) => void>();
  #lastId = 0;
  #isRetired = false;
  #heartbeat: NodeJS.Timeout | null = null;
  #lastPongAt = 0;

  constructor(
    file: FunctionFile,
    environment: Readonly<Record<string, string>>,
    limits: ProcessLimits,
    log: Log,
  ) {
    this.file = file;
    this.#limits = limits;
    this.#log = log;
    this.#process = startProcess(file, this.#socket, environment, limits.memoryMb);
    this.#logOutput(this.#process.stdout, 'info');
    this.#logOutput(this.#process.stderr, 'warn');
    this.#exited = new Promise((resolve) => {
      const end = (error: Error, refusal: Refusal) => {
        rmSync(this.#folder, { recursive: true, force: true });
        this.#agent.destroy();
        if (!this.hasEnded) log.error('function ended', { function: file.name, error });
        this.#end(refusal);
        resolve();
      };
      this.#process.on('error', (error) => {
        if (this.#process.pid === undefined) end(error, 'failed');
      });
      this.#process.once('exit', (code, signal) => {
        // V8 aborts when the heap is full, and the system kills when its memory is.
        const isLimited = code === 134 || signal === 'SIGABRT' || signal === 'SIGKILL';
        end(
          new Error(`The process ended with ${signal ?? code}.`),
          isLimited ? 'limited' : 'failed',
        );
      });
    });
    this.ready = new Promise((resolve, reject) => {
      this.#process.on('message', (message: FromProcess) => {
        if (message.type === 'ready') resolve(message.verifiesToken);
        else this.#receive(message);
      });
      void this.#exited.then(() => reject(new FunctionRefused('notStarted')));
    });
    const timer = setTimeout(() => this.#kill('it takes too long to load'), limits.requestMs);
    void this.ready.finally(() => clearTimeout(timer)).catch(() => {});
  }

  /**
   * Calls the function. Rejects with {@link FunctionRefused} if it fails or doesn't respond in time.
   * Once the response has begun, the client is disconnected instead. `onEnd` is called when the
   * response has ended.
   */
  call(
    { url, request, clientAddress, disconnect }: FunctionCall,
    onEnd: () => void,
  ): Promise<Response> {
    const id = (this.#lastId += 1);
    // Node drops the body of a GET or HEAD. Its length would swallow the next request on the socket.
    const headers = [...request.headers].filter(
      ([name]) =>
        !connectionHeaders.has(name) && (name !== 'content-length' || request.body !== null),
    );
    const sent = httpRequest({
      agent: this.#agent,
      socketPath: this.#socket,
      path: url,
      method: request.method,
      headers: {
        ...Object.fromEntries(headers),
        'x-forwarded-for': clientAddress,
        [requestIdHeader]: String(id),
      },
    });
    let hasReturned = false;
    const abort = () => {
      if (!hasReturned) this.#post({ type: 'abort', id });
    };
    const killIfBlocked = (otherwise: () => void) => {
      if (this.#isBlocked(2 * pingMs)) this.#kill('it keeps its process busy');
      else otherwise();
    };
    const refuseAsSlow = () => this.#open.get(id)?.(new FunctionRefused('tooSlow'));
    let timer = setTimeout(() => {
      abort();
      // A process that started late on a busy machine may be blocked only since then.
      killIfBlocked(() => {
        timer = setTimeout(() => killIfBlocked(refuseAsSlow), 2 * pingMs);
      });
    }, this.#limits.requestMs);
    request.signal.addEventListener('abort', abort);
    const end = () => {
      if (!this.#open.delete(id)) return;
      clearTimeout(timer);
      request.signal.removeEventListener('abort', abort);
      onEnd();
      if (this.#open.size > 0) return;
      this.#stopWatching();
      if (this.#isRetired) void this.stop();
    };
    return new Promise((resolve, reject) => {
      const fail = (refused: FunctionRefused) => {
        reject(refused);
        sent.destroy();
        end();
      };
      this.#open.set(id, fail);
      this.#watch();
      // The connection fails when the process ends, which then says why. It also fails alone, if
      // the body of a response does before anything was sent.
      sent.on('error', () => {
        void Promise.race([this.#exited, pause(pingMs)]).then(() =>
          fail(new FunctionRefused('failed')),
        );
      });
      sent.once('response', (received) => {
        hasReturned = true;
        if (failedHeader in received.headers) {
          fail(new FunctionRefused('failed'));
          return;
        }
        received.once('close', end);
        received.on('error', disconnect);
        const body = received.pipe(new PassThrough());
        // The client has left the rest unread.
        body.once('close', () => sent.destroy());
        resolve(toResponse(received, body, request.method));
      });
      if (request.body === null) sent.end();
      else {
        Readable.fromWeb(request.body)
          .on('error', () => fail(new FunctionRefused('failed')))
          .pipe(sent);
      }
    });
  }

  /** Stops the process once its open requests have ended. */
  retire(): void {
    this.#isRetired = true;
    if (this.#open.size === 0) void this.stop();
  }

  async stop(): Promise<void> {
    this.#end('failed');
    this.#process.kill('SIGKILL');
    await this.#exited;
  }

  #post(message: ToProcess): void {
    // A message that isn't sent met the end of the process.
    if (this.#process.connected) this.#process.send(message, () => {});
  }

  #receive(message: Exclude<FromProcess, { type: 'ready' }>): void {
    switch (message.type) {
      case 'pong':
        this.#lastPongAt = performance.now();
        if (message.externalBytes > this.#limits.memoryMb * mebibyte) {
          this.#kill('its buffers take too much memory');
        }
        break;
      case 'error':
        this.#log.error('function failed', { function: this.file.name, error: message.message });
        break;
    }
  }

  /** Pings the process while requests are open. A blocked process doesn't respond. */
  #watch(): void {
    if (this.#heartbeat !== null) return;
    this.#lastPongAt = performance.now();
    this.#heartbeat = setInterval(() => {
      if (this.#isBlocked(this.#limits.blockedMs)) this.#kill('it keeps its process busy');
      else this.#post({ type: 'ping' });
    }, pingMs);
  }

  /** Returns whether the process has not responded for longer than this, and a ping's interval. */
  #isBlocked(milliseconds: number): boolean {
    return performance.now() - this.#lastPongAt > milliseconds + pingMs;
  }

  #stopWatching(): void {
    if (this.#heartbeat !== null) clearInterval(this.#heartbeat);
    this.#heartbeat = null;
  }

  #kill(reason: string): void {
    this.#log.error('function stopped', { function: this.file.name, reason });
    this.#end('limited');
    this.#process.kill('SIGKILL');
  }

  #end(refusal: Refusal): void {
    this.hasEnded = true;
    this.#stopWatching();
    for (const fail of this.#open.values()) fail(new FunctionRefused(refusal));
  }

  #logOutput(stream: Readable | null, level: 'info' | 'warn'): void {
    if (stream === null) return;
    createInterface(stream).on('line', (line) => {
      this.#log[level]('function', { function: this.file.name, line });
    });
  }
}

/** Returns the response that a function's process sends. */
function toResponse(head: IncomingMessage, body: Readable, method: string): Response {
  const status = head.statusCode ?? 500;
  const headers = new Headers();
  for (const [name, values = []] of Object.entries(head.headersDistinct)) {
    if (connectionHeaders.has(name)) continue;
    for (const value of values) headers.append(name, value);
  }
  const isEmpty = method === 'HEAD' || emptyStatuses.has(status);
  if (isEmpty) body.resume();
  return new Response(isEmpty ? null : toWebStream(body), { status, headers });
}
