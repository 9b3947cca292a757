import { queryOptions } from '@tanstack/react-query';
import { messages } from '#contract/messages.ts';
import { routes } from '#contract/routes.ts';
import { auth } from '#web/data/backend/client.ts';
import { DataError, unwrap } from '#web/data/backend/data-error.ts';
import { queryKeys } from '#web/data/query-keys.ts';

/** A checkout of the premium plan, opened for the person who is signed in: the address of the provider's page. */
export const checkoutQuery = queryOptions({
  queryKey: queryKeys.checkout,
  queryFn: async ({ signal }): Promise<string> => {
    const { session } = unwrap(await auth.getSession());
    if (session === null) throw new DataError(messages.auth.required, { status: 401 });
    const response = await fetch(routes.checkout, {
      method: 'POST',
      headers: { authorization: `Bearer ${session.access_token}` },
      signal,
    });
    const answer: unknown = await response.json().catch(() => null);
    const { url, message } = { url: text(answer, 'url'), message: text(answer, 'message') };
    if (!response.ok || url === null) {
      throw new DataError(message ?? messages.payments.failed, { status: response.status });
    }
    return url;
  },
  // A checkout is for one visit: opened anew each time, and never by itself.
  gcTime: 0,
  staleTime: Infinity,
  retry: false,
});

function text(answer: unknown, name: string): string | null {
  if (typeof answer !== 'object' || answer === null) return null;
  const value: unknown = Reflect.get(answer, name);
  return typeof value === 'string' ? value : null;
}
