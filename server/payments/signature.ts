import { createHmac, timingSafeEqual } from 'node:crypto';

/** The maximum age of an event in seconds, which also allows for different clocks. */
const maxAgeSeconds = 300;

/**
 * Returns whether the provider signed a webhook event: `t={seconds},v1={hex}`, where v1 is the
 * HMAC-SHA256 of `{t}.{body}`. While a secret is rotated there are several v1. Events older than
 * five minutes are refused, so that an intercepted one cannot be replayed.
 */
export function isSigned(body: string, header: string, secret: string, now: Date): boolean {
  const parts = header.split(',').map((part) => part.trim().split('=', 2));
  const time = parts.find(([name]) => name === 't')?.[1] ?? '';
  if (!/^\d{1,12}$/.test(time)) return false;
  if (Math.abs(now.getTime() / 1000 - Number(time)) > maxAgeSeconds) return false;
  const expected = createHmac('sha256', secret).update(`${time}.${body}`).digest();
  return parts.some(([name, value = '']) => {
    if (name !== 'v1' || !/^[0-9a-f]{64}$/i.test(value)) return false;
    return timingSafeEqual(Buffer.from(value, 'hex'), expected);
  });
}
