import { createHmac, timingSafeEqual } from 'node:crypto';

/** How far the provider's clock and ours may be apart, and how long a report may travel, in seconds. */
const tolerance = 300;

/**
 * Whether a report was signed by the provider: `t={seconds},v1={hex}` where v1 is the HMAC-SHA256 of
 * `{t}.{body}`. While a secret is being changed there are several v1. What is older than five minutes
 * is refused, so that a report that was overheard cannot be sent again later.
 */
export function isSigned(body: string, header: string, secret: string, now: Date): boolean {
  const parts = header.split(',').map((part) => part.trim().split('=', 2));
  const time = parts.find(([name]) => name === 't')?.[1] ?? '';
  if (!/^\d{1,12}$/.test(time)) return false;
  if (Math.abs(now.getTime() / 1000 - Number(time)) > tolerance) return false;
  const expected = createHmac('sha256', secret).update(`${time}.${body}`).digest();
  return parts.some(([name, value = '']) => {
    if (name !== 'v1' || !/^[0-9a-f]{64}$/i.test(value)) return false;
    return timingSafeEqual(Buffer.from(value, 'hex'), expected);
  });
}
