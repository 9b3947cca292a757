import { requestUrl } from '#web/lib/values/request-url.ts';
import { hasExpired, storedSession } from '#web/data/session/stored-session.ts';

/** What public/first-paint.js asked for before the app had come. */
interface FirstAnswers {
  /** As whom. */
  readonly token: string;
  /** When, in milliseconds since 1970. */
  readonly askedAt: number;
  /** By address. */
  readonly answers: Map<string, Promise<Response>>;
}

declare global {
  var firstAnswers: FirstAnswers | undefined;
}

/** After so many milliseconds, what was asked first is asked anew. */
const patience = 30_000;

/**
 * A `fetch` for what the app reads first: gives each answer that was asked for before the app had come, once, to the
 * person who is still signed in as then. What was not answered, or refused, is asked for as always.
 */
export function withPrefetched(send: typeof fetch): typeof fetch {
  return async (input, init) => {
    const isRead = (init?.method ?? 'GET') === 'GET';
    const first = isRead ? await takeAnswer(requestUrl(input)) : null;
    return first ?? send(input, init);
  };
}

/** Whether something was asked for early that has not been taken over yet. */
export function wasPrefetched(): boolean {
  return (globalThis.firstAnswers?.answers.size ?? 0) > 0;
}

async function takeAnswer(address: string): Promise<Response | null> {
  const { firstAnswers: first } = globalThis;
  if (first === undefined) return null;
  const session = storedSession();
  const meant = session?.access_token === first.token && !hasExpired(session);
  if (!meant || Date.now() - first.askedAt > patience) {
    globalThis.firstAnswers = undefined;
    return null;
  }
  const asked = first.answers.get(address);
  first.answers.delete(address);
  const answer = await asked?.catch(() => null);
  return answer?.ok ? answer : null;
}
