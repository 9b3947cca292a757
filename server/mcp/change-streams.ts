/** Calls `onChange` when the lists of a client may have changed. Returns a function that ends it. */
type FollowLists = (onChange: () => void) => Promise<() => void>;

export interface ChangeStream {
  /** The person or program whose lists are followed. */
  readonly callerKey: string;
  readonly follow: FollowLists;
  /** Returns whether the caller's token is still valid. */
  readonly isStillAllowed: () => Promise<boolean>;
}

const maxPerCaller = 20;
const maxStreams = 2_000;
/** Changes within this time are one message. */
const gatherMs = 200;
const recheckMs = 30_000;
const keepAliveMs = 15_000;
/** The most messages that a client may leave unread. */
const maxUnread = 64;

interface OpenStream {
  readonly callerKey: string;
  end(): void;
}

/** The open streams of a process, on which clients hear that lists have changed. */
export class ChangeStreams {
  readonly #open = new Set<OpenStream>();
  #isClosed = false;

  /** Returns whether a caller may open another stream. */
  hasRoomFor(callerKey: string): boolean {
    if (this.#isClosed || this.#open.size >= maxStreams) return false;
    const own = [...this.#open].filter((stream) => stream.callerKey === callerKey);
    return own.length < maxPerCaller;
  }

  /**
   * Opens a stream. `onEnd` is called if the server ends it. Resolves once changes are followed,
   * with a function that ends it.
   */
  async open(
    { callerKey, follow, isStillAllowed }: ChangeStream,
    onChange: () => void,
    onEnd: () => void,
  ): Promise<() => void> {
    let gathering: NodeJS.Timeout | null = null;
    let unfollow = () => {};
    const endUnlessAllowed = async () => {
      // Asked again later if the database doesn't answer.
      if (!(await isStillAllowed().catch(() => true))) stream.end();
    };
    const recheck = setInterval(() => void endUnlessAllowed(), recheckMs).unref();
    const stop = () => {
      this.#open.delete(stream);
      clearInterval(recheck);
      if (gathering !== null) clearTimeout(gathering);
      unfollow();
    };
    const stream: OpenStream = {
      callerKey,
      end() {
        stop();
        onEnd();
      },
    };
    // Counted before the first change is followed, so that streams opened at the same time count, too.
    this.#open.add(stream);
    const gather = () => {
      gathering ??= setTimeout(() => {
        gathering = null;
        onChange();
      }, gatherMs).unref();
    };
    unfollow = await follow(gather).catch((error: unknown) => {
      stop();
      throw error;
    });
    if (!this.#open.has(stream)) unfollow();
    return stop;
  }

  /**
   * Responds with a stream as revision 2025-11-25 has it, opened by GET. A client can't know when it
   * began, nor what it missed before it connected again, so the first message comes at once.
   */
  async respond(stream: ChangeStream): Promise<Response> {
    const encoder = new TextEncoder();
    let stop = () => {};
    let keepAlive: NodeJS.Timeout | null = null;
    const end = () => {
      if (keepAlive !== null) clearInterval(keepAlive);
      stop();
    };
    const { readable, writable } = new TransformStream<Uint8Array, Uint8Array>();
    const writer = writable.getWriter();
    // The client is gone.
    writer.closed.catch(end);
    const write = (text: string) => void writer.write(encoder.encode(text)).catch(end);
    stop = await this.open(
      stream,
      () => write(changeMessages),
      () => void writer.close().catch(() => {}),
    );
    keepAlive = setInterval(() => write(': keepalive\n\n'), keepAliveMs).unref();
    write(changeMessages);
    return new Response(limitUnread(readable), {
      headers: {
        'content-type': 'text/event-stream',
        'cache-control': 'no-cache, no-transform',
        'x-accel-buffering': 'no',
      },
    });
  }

  close(): void {
    this.#isClosed = true;
    for (const stream of this.#open) stream.end();
  }
}

/**
 * Passes a stream of messages on, until its client leaves too many unread. Otherwise they would stay in
 * memory for as long as the client keeps its connection.
 */
export function limitUnread(messages: ReadableStream<Uint8Array>): ReadableStream<Uint8Array> {
  const reader = messages.getReader();
  async function pass(to: ReadableStreamDefaultController<Uint8Array>): Promise<void> {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return to.close();
      if ((to.desiredSize ?? 0) <= 0) throw new Error('The client does not read its messages.');
      to.enqueue(value);
    }
  }
  return new ReadableStream<Uint8Array>(
    {
      start(to) {
        void pass(to).catch((error: unknown) => {
          to.error(error);
          return reader.cancel(error);
        });
      },
      cancel: (reason) => reader.cancel(reason),
    },
    { highWaterMark: maxUnread },
  );
}

const changeMessages = ['prompts', 'resources']
  .map((list) => ({ jsonrpc: '2.0', method: `notifications/${list}/list_changed` }))
  .map((message) => `event: message\ndata: ${JSON.stringify(message)}\n\n`)
  .join('');
