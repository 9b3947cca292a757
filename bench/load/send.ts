import { setTimeout as pause } from 'node:timers/promises';
import type { Tally } from './tally.ts';

/** One request; `path` from the root of the server. */
export interface Asked {
  readonly method: 'GET' | 'POST' | 'PATCH' | 'DELETE';
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: unknown;
}

export interface Answered {
  readonly status: number;
  /** As JSON; null when there is none. */
  readonly body: unknown;
  /** How many times nothing was answered before. */
  readonly tries: number;
}

/** Answers that say nothing about the request, which is asked again: as auth-js and our page take them. */
const gone: ReadonlySet<number> = new Set([502, 503, 504]);
const patienceMs = 60_000;
const longestPauseMs = 3_000;

/**
 * Asks until there is an answer, as a page does: no line, or a server that is away for now, is no answer. What it took
 * is counted under `kind`. Throws after a minute, and at an answer that is no success.
 */
export async function send(
  origin: string,
  kind: string,
  { method, path, headers, body }: Asked,
  tally: Tally,
): Promise<Answered> {
  const since = performance.now();
  for (let tries = 0; ; tries += 1) {
    const answer = await fetch(origin + path, {
      method,
      headers: { 'content-type': 'application/json', ...headers },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    })
      .then(async (response) => ({ status: response.status, text: await response.text() }))
      .catch(() => null);
    if (answer !== null && !gone.has(answer.status)) {
      const took = performance.now() - since;
      tally.answered(kind, took, tries);
      if (answer.status >= 300) {
        throw new Error(`${kind}: ${method} ${path} → ${answer.status} ${answer.text}`);
      }
      const told: unknown = answer.text === '' ? null : JSON.parse(answer.text);
      return { status: answer.status, body: told, tries };
    }
    if (performance.now() - since > patienceMs) throw new Error(`${kind}: no answer in a minute`);
    await pause(Math.min(longestPauseMs, 100 * 2 ** tries) * (0.5 + Math.random() / 2));
  }
}
