import * as v from 'valibot';
import type { Config } from '#server/config.ts';

export interface Buyer {
  readonly userId: string;
  readonly email: string | undefined;
}

const checkoutSession = v.object({ url: v.pipe(v.string(), v.url()) });

/** How long the provider may take to answer. */
const timeoutMs = 15_000;

/**
 * Creates a checkout of the premium plan and returns the address of its page. The buyer's id is
 * sent along, so that webhook events name it. Rejects if the provider refuses or does not answer.
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
    signal: AbortSignal.timeout(timeoutMs),
  });
  if (!response.ok) {
    throw new Error(`The payment provider answered ${response.status}: ${await response.text()}`);
  }
  return v.parse(checkoutSession, await response.json()).url;
}
