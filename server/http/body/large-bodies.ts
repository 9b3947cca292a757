import { CallerTurns } from '#server/caller-turns.ts';

/** The most large bodies of a caller in memory at once. The bytes of others wait to be read. */
const maxAtOnce = 4;
const largeBody = 256 * 1024;
/** How long a body may take: this, and as long as the slowest connections need for its length. */
const minTimeMs = 30_000;
const minBytesPerMs = 16;

/** A body comes too slowly: its client is gone, perhaps. */
export class SlowBody extends Error {
  override name = 'SlowBody';
}

/** Reads a body. Throws {@link SlowBody} if that takes too long. */
export type InTime = <Body>(body: Promise<Body>) => Promise<Body>;

/** Lets the large bodies of a caller take turns. One whose client is gone or too slow loses its turn. */
export class LargeBodies {
  readonly #turns = new CallerTurns(maxAtOnce);
  readonly #maxBytes: number;

  /** @param maxBytes The longest body, which one without a length may be. */
  constructor(maxBytes: number) {
    this.#maxBytes = maxBytes;
  }

  /** Handles a request with these headers, in turn with others of its caller if its body is large. */
  run<Result>(
    headers: Pick<Headers, 'get'>,
    caller: () => string,
    handle: (inTime: InTime) => Promise<Result>,
  ): Promise<Result> {
    const isChunked = headers.get('transfer-encoding') !== null;
    const length = isChunked ? this.#maxBytes : Number(headers.get('content-length') ?? 0);
    if (length <= largeBody) return handle((body) => body);
    const timeMs = minTimeMs + length / minBytesPerMs;
    return this.#turns.run(caller(), () => handle((body) => readInTime(body, timeMs)));
  }
}

/**
 * Yields the chunks of a body, of any length. Throws {@link SlowBody} if the client falls thirty seconds
 * behind the slowest connections. The time in which nobody reads doesn't count.
 */
export async function* chunksInTime(chunks: AsyncGenerator<Buffer>): AsyncGenerator<Buffer> {
  let leftMs = minTimeMs;
  let isWaiting = false;
  try {
    for (;;) {
      const startMs = performance.now();
      isWaiting = true;
      const next = await readInTime(chunks.next(), leftMs);
      isWaiting = false;
      if (next.done === true) return;
      const waitedMs = performance.now() - startMs;
      leftMs = Math.min(leftMs - waitedMs + next.value.length / minBytesPerMs, minTimeMs);
      yield next.value;
    }
  } finally {
    // A chunk that is waited for comes no more, or ends with the connection.
    if (!isWaiting) await chunks.return(undefined);
  }
}

async function readInTime<Body>(body: Promise<Body>, timeMs: number): Promise<Body> {
  const { promise: late, reject } = Promise.withResolvers<never>();
  const timer = setTimeout(() => reject(new SlowBody('The body takes too long.')), timeMs);
  try {
    return await Promise.race([body, late]);
  } finally {
    clearTimeout(timer);
  }
}
