import * as v from 'valibot';

/** What a report says of a person's subscription. */
export interface SubscriptionReport {
  readonly eventId: string;
  readonly userId: string;
  /** In the provider's words; 'active' means subscribed. */
  readonly status: string;
  readonly happenedAt: Date;
}

const event = v.object({
  id: v.pipe(v.string(), v.minLength(1), v.maxLength(255)),
  type: v.string(),
  created: v.number(),
  data: v.object({ object: v.unknown() }),
});
const userId = v.pipe(v.string(), v.uuid());
const paidCheckout = v.object({
  mode: v.literal('subscription'),
  payment_status: v.picklist(['paid', 'no_payment_required']),
  client_reference_id: userId,
});
const subscription = v.object({
  status: v.pipe(v.string(), v.minLength(1), v.maxLength(50)),
  metadata: v.object({ user_id: userId }),
});

/**
 * Reads a report. 'none': it is about something else; 'unreadable': it is no report. A subscription
 * whose first payment is still open ('incomplete') is none yet.
 */
export function readReport(body: string): SubscriptionReport | 'none' | 'unreadable' {
  const parsed = v.safeParse(v.pipe(v.string(), v.parseJson(), event), body);
  if (!parsed.success) return 'unreadable';
  const { id, type, created, data } = parsed.output;
  const about = subscriberIn(type, data.object);
  if (about === null || about.status === 'incomplete') return 'none';
  return { ...about, eventId: id, happenedAt: new Date(created * 1000) };
}

function subscriberIn(
  type: string,
  object: unknown,
): Pick<SubscriptionReport, 'userId' | 'status'> | null {
  if (type === 'checkout.session.completed') {
    const checkout = v.safeParse(paidCheckout, object);
    if (!checkout.success) return null;
    return { userId: checkout.output.client_reference_id, status: 'active' };
  }
  if (!/^customer\.subscription\.(created|updated|deleted|paused|resumed)$/.test(type)) return null;
  const found = v.safeParse(subscription, object);
  if (!found.success) return null;
  return { userId: found.output.metadata.user_id, status: found.output.status };
}
