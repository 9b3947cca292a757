import { type ChildProcess, fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import type { Transformation } from './transformation.ts';

export type ImageFormat = 'jpeg' | 'png' | 'gif' | 'webp' | 'avif';

export interface RenderTask {
  readonly source: Uint8Array;
  /** The format of the result. */
  readonly format: ImageFormat;
  readonly options: Transformation;
}

export type RenderReply = { readonly bytes: Uint8Array } | { readonly error: string };

const program = fileURLToPath(new URL('./render-program.ts', import.meta.url));
/** How long the process waits for the next image, since it takes memory. */
const idleMs = 30_000;

/**
 * A process that renders one image at a time. An encoder can't be interrupted, so only the end of
 * its process stops it. The process starts with the first image, and again after it has ended. It
 * also ends with the server.
 */
export class RenderProcess {
  #child: ChildProcess | null = null;
  #idleTimer: NodeJS.Timeout | undefined;

  /** Resolves with `null` if the process takes longer than `limitMs` or ends first. */
  async render(task: RenderTask, limitMs: number): Promise<RenderReply | null> {
    clearTimeout(this.#idleTimer);
    const child = (this.#child ??= this.#start());
    const kill = () => child.kill('SIGKILL');
    const { promise, resolve } = Promise.withResolvers<RenderReply | null>();
    const end = () => resolve(null);
    child.once('message', resolve).once('exit', end).once('error', end);
    const limitTimer = setTimeout(kill, limitMs);
    child.send(task, (error) => error !== null && kill());
    try {
      return await promise;
    } finally {
      clearTimeout(limitTimer);
      child.off('message', resolve).off('exit', end).off('error', end);
      this.#idleTimer = setTimeout(kill, idleMs).unref();
    }
  }

  #start(): ChildProcess {
    const child = fork(program, [], {
      env: {},
      // Flags of the server, such as those of a profiler, are not this process's.
      execArgv: [],
      // Ctrl+C reaches the server alone, which lets open requests finish.
      detached: true,
      serialization: 'advanced',
    });
    const forget = () => {
      if (this.#child === child) this.#child = null;
    };
    child.on('error', forget).once('exit', forget);
    // The server may stop while it idles.
    child.unref();
    child.channel?.unref();
    return child;
  }
}
