import { routes } from '#contract/routes.ts';

/**
 * Whether the server can be reached: what the browser knows, and what the last request found.
 * TanStack's onlineManager does not fit: it refetches every query when it turns online, so a slow
 * server would be asked for all of them again.
 */
export class ConnectionStatus {
  readonly #window: EventTarget;
  readonly #navigator: Pick<Navigator, 'onLine'>;
  readonly #listeners = new Set<() => void>();
  #isServerReachable = true;

  constructor(window: EventTarget, navigator: Pick<Navigator, 'onLine'>) {
    this.#window = window;
    this.#navigator = navigator;
    window.addEventListener('online', () => this.report(true));
  }

  isOffline(): boolean {
    return !this.#navigator.onLine || !this.#isServerReachable;
  }

  /** Records whether a request got a response, whatever its status. */
  report(isServerReachable: boolean): void {
    if (this.#isServerReachable === isServerReachable) return;
    this.#isServerReachable = isServerReachable;
    for (const listener of this.#listeners) listener();
  }

  /** Calls `listener` when the status may have changed. Returns how to stop. */
  subscribe(listener: () => void): () => void {
    this.#listeners.add(listener);
    this.#window.addEventListener('online', listener);
    this.#window.addEventListener('offline', listener);
    return () => {
      this.#listeners.delete(listener);
      this.#window.removeEventListener('online', listener);
      this.#window.removeEventListener('offline', listener);
    };
  }

  /** Resolves once offline: at once, or when that is found. */
  waitUntilOffline(): Promise<void> {
    return new Promise((resolve) => {
      if (this.isOffline()) {
        resolve();
        return;
      }
      const stop = this.subscribe(() => {
        if (!this.isOffline()) return;
        stop();
        resolve();
      });
    });
  }

  /** Returns whether the server can be reached; false if the browser itself is offline. */
  async check(): Promise<boolean> {
    if (!this.#navigator.onLine) return false;
    try {
      await fetch(routes.health, { method: 'HEAD', cache: 'no-store' });
      this.report(true);
      return true;
    } catch {
      return false;
    }
  }
}
