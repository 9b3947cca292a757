import { isHtml } from '#web/lib/text/is-html.ts';

/**
 * A `fetch` whose failed responses carry a message for people (see `userMessage`), whoever answered: a proxy's page
 * becomes an error of the protocol. Status, code and the other fields stay. `onMissingAccount` is called when the
 * server no longer has the account that asked.
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

/** Loads what turns errors into sentences; null when it cannot be loaded. */
export async function loadErrorTexts() {
  return import('./readable-response.ts').catch(() => null);
}
