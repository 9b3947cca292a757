import { setTimeout as pause } from 'node:timers/promises';
import type { RequestStats } from './request-stats.ts';

/** A request; `path` starts at the server's root. */
export interface LoadRequest {
  readonly method: 'GET' | 'POST' | 'PATCH' | 'DELETE';
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: unknown;
}

export interface LoadResponse {
  readonly status: number;
  /** Parsed JSON; null if the response is empty. */
  readonly body: unknown;
  /** Number of attempts before this response. */
  readonly retries: number;
}

/** A token of the session is not valid now. */
export class SessionExpired extends Error {}

/** Statuses after which auth-js and our page retry. */
const retryableStatuses: ReadonlySet<number> = new Set([502, 503, 504]);
const timeoutMs = 60_000;
const maxPauseMs = 3_000;

/**
 * Sends a request as our page does, and retries while the connection fails or the server is
 * unavailable. Records the duration under `kind`. Throws after a minute, and on other errors.
 */
export async function send(
  origin: string,
  kind: string,
  { method, path, headers, body }: LoadRequest,
  stats: RequestStats,
): Promise<LoadResponse> {
  const start = performance.now();
  for (let retries = 0; ; retries += 1) {
    const response = await fetch(origin + path, {
      method,
      headers: { 'content-type': 'application/json', ...headers },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    })
      .then(async (received) => ({ status: received.status, text: await received.text() }))
      .catch(() => null);
    if (response !== null && !retryableStatuses.has(response.status)) {
      stats.record(kind, performance.now() - start, retries);
      if (response.status >= 300) {
        const text = `${kind}: ${method} ${path} → ${response.status} ${response.text}`;
        throw response.status === 401 ? new SessionExpired(text) : new Error(text);
      }
      const json: unknown = response.text === '' ? null : JSON.parse(response.text);
      return { status: response.status, body: json, retries };
    }
    stats.refuse(response === null ? 'no connection' : `${response.status}: ${response.text}`);
    if (performance.now() - start > timeoutMs) throw new Error(`${kind}: no response in a minute`);
    await pause(Math.min(maxPauseMs, 100 * 2 ** retries) * (0.5 + Math.random() / 2));
  }
}
