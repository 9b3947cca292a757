import { CallerTurns } from '#server/caller-turns.ts';
import { refuse } from './rest-error.ts';
import type { RestRequest, RestResponse } from './rest-request.ts';

/** The most large bodies of a caller in memory at once. The bytes of others wait to be read. */
const maxAtOnce = 4;
const largeBody = 256 * 1024;
/** How long a body may take: this, and as long as the slowest connections need for its length. */
const minTimeMs = 30_000;
const minBytesPerMs = 16;

/** Lets the large bodies of a caller take turns. One whose client is gone or too slow loses its turn. */
export class LargeBodies {
  readonly #turns = new CallerTurns(maxAtOnce);
  readonly #maxBytes: number;

  /** @param maxBytes The longest body, which one without a length may be. */
  constructor(maxBytes: number) {
    this.#maxBytes = maxBytes;
  }

  /** Handles a request, in turn with others of its caller if its body is large. */
  run(
    request: RestRequest,
    caller: () => string,
    handle: (request: RestRequest) => Promise<RestResponse>,
  ): Promise<RestResponse> {
    const isChunked = request.headers.get('transfer-encoding') !== null;
    const length = isChunked ? this.#maxBytes : Number(request.headers.get('content-length') ?? 0);
    if (length <= largeBody) return handle(request);
    const timeMs = minTimeMs + length / minBytesPerMs;
    const body = () => inTime(request.body(), timeMs);
    return this.#turns.run(caller(), () => handle({ ...request, body }));
  }
}

/** Throws if a body takes longer. */
async function inTime(body: Promise<Uint8Array>, timeMs: number): Promise<Uint8Array> {
  const { promise: late, reject } = Promise.withResolvers<never>();
  const timer = setTimeout(() => reject(refuse.slowBody()), timeMs);
  try {
    return await Promise.race([body, late]);
  } finally {
    clearTimeout(timer);
  }
}
