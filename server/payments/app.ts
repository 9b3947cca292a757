import { Hono } from 'hono';
import { messages } from '#contract/messages.ts';
import { paymentMessages } from '#contract/payment-messages.ts';
import type { Config } from '#server/config.ts';
import type { Database } from '#server/db/database.ts';
import { isRefusal, type CallerVerifier, type HttpEnv } from '#server/http/caller/caller.ts';
import { requestHeaders } from '#server/http/request-headers.ts';
import type { Log } from '#server/log.ts';
import { openCheckout } from './checkout.ts';
import { readReport } from './report.ts';
import { isSigned } from './signature.ts';

export interface PaymentParts {
  readonly config: Config;
  readonly database: Database;
  readonly verifier: CallerVerifier;
  readonly siteUrl: string;
  readonly log: Log;
  readonly now: () => Date;
}

/**
 * Builds the checkout of the premium plan and the provider's webhook. Mounted only if payments are
 * switched on.
 */
export function buildPayments({ config, database, verifier, siteUrl, log, now }: PaymentParts) {
  const app = new Hono<HttpEnv>();

  app.post('/payments/checkout', async (c) => {
    const caller = await verifier.identify(requestHeaders(c));
    const userId = isRefusal(caller) ? undefined : caller.claims?.sub;
    if (isRefusal(caller) || userId === undefined) {
      return c.json({ message: messages.auth.required }, 401);
    }
    c.header('cache-control', 'no-store');
    if (await isSubscribed(database, userId)) {
      return c.json({ message: 'You already have the premium plan.' }, 409);
    }
    try {
      const url = await openCheckout(config, siteUrl, { userId, email: caller.claims?.email });
      return c.json({ url });
    } catch (error) {
      log.error('could not open a checkout', { requestId: c.get('requestId'), error });
      return c.json({ message: paymentMessages.failed }, 502);
    }
  });

  app.post('/webhooks/payments', async (c) => {
    const body = await c.req.text();
    const signature = c.req.header('stripe-signature') ?? '';
    if (!isSigned(body, signature, config.PAYMENT_WEBHOOK_SECRET ?? '', now())) {
      return c.json({ message: 'The signature does not match' }, 400);
    }
    const report = readReport(body);
    if (report === 'unreadable') return c.json({ message: 'This is no event' }, 400);
    if (report !== 'none') {
      await database.owner.query('select private.record_subscription($1, $2, $3, $4)', [
        report.eventId,
        report.userId,
        report.status,
        report.happenedAt,
      ]);
    }
    return c.json({ received: true });
  });

  return app;
}

/**
 * Returns whether a person's latest subscription is active, so that nobody pays twice by going
 * back.
 */
async function isSubscribed({ owner }: Database, userId: string): Promise<boolean> {
  const { rows } = await owner.query<{ status: string }>(
    'select status from public.subscriptions where user_id = $1 order by created_at desc limit 1',
    [userId],
  );
  return rows[0]?.status === 'active';
}
