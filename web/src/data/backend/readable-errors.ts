import { isHtml } from '#web/lib/text/is-html.ts';

/**
 * Returns a `fetch` whose failed responses carry a message for people (see `userMessage`). A
 * proxy's HTML page becomes an error of the protocol; status, code and other fields stay. Calls
 * `onMissingAccount` if the server no longer has the user's account.
 */
export function withReadableErrors(
  send: typeof fetch,
  onMissingAccount: () => void = () => undefined,
): typeof fetch {
  return async (input, init) => {
    const response = await send(input, init);
    const isHead = (init?.method ?? 'GET') === 'HEAD';
    if (isHead || (response.ok && !isHtml(response)) || response.status === 304) return response;
    const texts = await loadErrorTexts();
    if (texts !== null) return texts.readableResponse(response, onMissingAccount);
    if (isHtml(response)) throw new TypeError('Failed to fetch');
    return response;
  };
}

/** Loads the module with the error texts; null when that fails. */
export async function loadErrorTexts() {
  return import('./readable-response.ts').catch(() => null);
}
