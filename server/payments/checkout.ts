import * as v from 'valibot';
import type { Config } from '#server/config.ts';

export interface Buyer {
  readonly userId: string;
  readonly email: string | undefined;
}

const answer = v.object({ url: v.pipe(v.string(), v.url()) });

/** The provider gets this long to answer. */
const patienceMs = 15_000;

/**
 * Asks the provider for a checkout of the premium plan; gives the address of its page. The buyer's
 * id travels along, so that reports name it. Rejects when the provider refuses or does not answer.
 */
export async function openCheckout(config: Config, siteUrl: string, buyer: Buyer): Promise<string> {
  const form = new URLSearchParams({
    mode: 'subscription',
    'line_items[0][price]': config.PAYMENT_PRICE_ID ?? '',
    'line_items[0][quantity]': '1',
    client_reference_id: buyer.userId,
    'subscription_data[metadata][user_id]': buyer.userId,
    success_url: `${siteUrl}/payment-success`,
    cancel_url: `${siteUrl}/pricing`,
    ...(buyer.email ? { customer_email: buyer.email } : {}),
  });
  const response = await fetch(`${config.PAYMENT_API_URL}/v1/checkout/sessions`, {
    method: 'POST',
    headers: { authorization: `Bearer ${config.PAYMENT_SECRET_KEY}` },
    body: form,
    signal: AbortSignal.timeout(patienceMs),
  });
  if (!response.ok) {
    throw new Error(`The payment provider answered ${response.status}: ${await response.text()}`);
  }
  return v.parse(answer, await response.json()).url;
}
