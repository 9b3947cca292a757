import { routes } from '#contract/routes.ts';
import { createListeners } from '#web/lib/react/listeners.ts';

/**
 * Whether the server can be reached: what the browser knows, and what the last request found.
 * TanStack's onlineManager does not fit: it refetches every query when it turns online, so a slow
 * server would be asked for all of them again.
 */
export class ConnectionStatus {
  readonly #window: EventTarget;
  readonly #navigator: Pick<Navigator, 'onLine'>;
  readonly #listeners = createListeners();
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
    this.#listeners.notify();
  }

  /** Calls `listener` when the status may have changed. Returns how to stop. */
  subscribe(listener: () => void): () => void {
    const stop = this.#listeners.subscribe(listener);
    this.#window.addEventListener('online', listener);
    this.#window.addEventListener('offline', listener);
    return () => {
      stop();
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
