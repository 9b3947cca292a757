import { connection } from '#web/data/backend/connection.ts';

/** A connection to /realtime/v1 with its channels. */
export interface LiveSession {
  close(): void;
}

interface LiveConnectionOptions {
  /** Opens a session; it calls one of the functions when it streams, and when it is lost. */
  readonly open: (onOpen: () => void, onLost: () => void) => LiveSession;
  /**
   * Called at the start of each session, since changes may have been missed: after the page's first
   * reads, or after the last session was lost.
   */
  readonly onMissed: (isFirst: boolean) => void;
}

const firstPauseMs = 1_000;
const longestPauseMs = 5 * 60_000;
/** A page that nobody looks at for so long gives its connection back. */
const hiddenMs = 5 * 60_000;

/**
 * Keeps a session open while the page is visible and the server can be reached. Returns how to
 * stop.
 */
export function keepConnected({ open, onMissed }: LiveConnectionOptions): () => void {
  let session: LiveSession | null = null;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let pauseMs = firstPauseMs;
  let hasBeenOpen = false;
  let isStopped = false;

  function start(): void {
    clearTimeout(timer);
    if (isStopped || session !== null) return;
    if (document.visibilityState === 'hidden' || connection.isOffline()) return;
    const opened = open(onOpen, () => {
      if (session === opened) lose();
    });
    session = opened;
  }

  function onOpen(): void {
    pauseMs = firstPauseMs;
    onMissed(!hasBeenOpen);
    hasBeenOpen = true;
  }

  function end(): void {
    clearTimeout(timer);
    const ended = session;
    session = null;
    ended?.close();
  }

  function lose(): void {
    end();
    // Pages that lost the same server don't come back at the same moment.
    timer = setTimeout(() => void retry(), pauseMs * (0.5 + Math.random()));
    pauseMs = Math.min(pauseMs * 2, longestPauseMs);
  }

  /** Asks over HTTP first: a WebSocket that fails leaves an error in the console. */
  async function retry(): Promise<void> {
    if (document.visibilityState === 'hidden' || connection.isOffline()) return;
    if (await connection.check()) start();
    else if (!isStopped && session === null) lose();
  }

  function onVisibility(): void {
    clearTimeout(timer);
    if (document.visibilityState === 'hidden') timer = setTimeout(end, hiddenMs);
    else start();
  }

  start();
  const stopWatching = connection.subscribe(start);
  document.addEventListener('visibilitychange', onVisibility);
  return () => {
    isStopped = true;
    stopWatching();
    document.removeEventListener('visibilitychange', onVisibility);
    end();
  };
}
