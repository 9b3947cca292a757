import { queryOptions } from '@tanstack/react-query';
import { messages } from '#contract/messages.ts';
import { paymentMessages } from '#contract/payment-messages.ts';
import { routes } from '#contract/routes.ts';
import { auth } from '#web/data/backend/client.ts';
import { DataError, unwrap } from '#web/data/backend/data-error.ts';
import { fieldsOf, parseJson, textOf } from '#web/lib/values/parse-json.ts';
import { queryKeys } from '#web/data/query-keys.ts';

/**
 * Opens a checkout of the premium plan for the signed-in user. Returns the URL of the provider's
 * page.
 */
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
    const body = fieldsOf(parseJson(await response.text().catch(() => '')));
    const url = textOf(body['url']);
    if (!response.ok || url === null) {
      const message = textOf(body['message']);
      throw new DataError(message ?? paymentMessages.failed, { status: response.status });
    }
    return url;
  },
  // A checkout is for one visit: never cached, never opened by a refetch.
  gcTime: 0,
  staleTime: Infinity,
  retry: false,
});
