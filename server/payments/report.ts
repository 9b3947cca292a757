import * as v from 'valibot';

/** A person's subscription, as a webhook event reports it. */
export interface SubscriptionReport {
  readonly eventId: string;
  readonly userId: string;
  /** The provider's status; 'active' means subscribed. */
  readonly status: string;
  readonly happenedAt: Date;
}

/** PostgreSQL cannot store a NUL character. */
const withoutNul = v.excludes<string, string>('\0');
/** The last second of the year 9999. A `Date`, or PostgreSQL, fails at times far beyond. */
const lastSecond = 253_402_300_799;

const event = v.object({
  id: v.pipe(v.string(), v.minLength(1), v.maxLength(255), withoutNul),
  type: v.string(),
  created: v.pipe(v.number(), v.minValue(0), v.maxValue(lastSecond)),
  data: v.object({ object: v.unknown() }),
});
const userId = v.pipe(v.string(), v.uuid());
const paidCheckout = v.object({
  mode: v.literal('subscription'),
  payment_status: v.picklist(['paid', 'no_payment_required']),
  client_reference_id: userId,
});
const subscription = v.object({
  status: v.pipe(v.string(), v.minLength(1), v.maxLength(50), withoutNul),
  metadata: v.object({ user_id: userId }),
});

/**
 * Parses a webhook event. 'none' means that it is about something else, 'unreadable' that it is no
 * event. A subscription whose first payment is open ('incomplete') does not count yet.
 */
export function readReport(body: string): SubscriptionReport | 'none' | 'unreadable' {
  const parsed = v.safeParse(v.pipe(v.string(), v.parseJson(), event), body);
  if (!parsed.success) return 'unreadable';
  const { id, type, created, data } = parsed.output;
  const subscriber = findSubscriber(type, data.object);
  if (subscriber === null || subscriber.status === 'incomplete') return 'none';
  return { ...subscriber, eventId: id, happenedAt: new Date(created * 1000) };
}

function findSubscriber(
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
