import { createHash } from 'node:crypto';
import type { Pool } from 'pg';
import { AuthError } from './auth-error.ts';
import type { AuthErrorCode } from './error-table.ts';

/** An allowance of `burst` that refills by one every `everySeconds`. */
export interface Allowance {
  readonly name: string;
  readonly burst: number;
  readonly everySeconds: number;
  readonly code?: Extract<AuthErrorCode, 'over_request_rate_limit' | 'over_email_send_rate_limit'>;
}

/** Allowances used, in the database, so that all servers on it count together. */
export interface RateLimits {
  /** Uses one; throws a 429 with Retry-After when none is left. Several at once are counted one by one. */
  use(allowance: Allowance, subject: string): Promise<void>;
  /** Gives one back, when what it was used for turned out to be nothing to limit. */
  giveBack(allowance: Allowance, subject: string): Promise<void>;
}

/** What is left in the bucket now. A clock that was set back refills nothing, and stops nothing. */
const left = `least($4::float8,
  known.tokens + greatest(0, extract(epoch from $2::timestamptz - known.refilled_at)) / $3::float8)`;

const useOne = `
  insert into auth.rate_limits as known (key, tokens, refilled_at) values ($1, $4::float8 - 1, $2)
  on conflict (key) do update set tokens = ${left} - 1, refilled_at = $2 where ${left} >= 1`;

/** Writes down what is left, too: should the clock have been set back, time counts from there again. */
const secondsToWait = `
  update auth.rate_limits known set tokens = ${left}, refilled_at = $2 where key = $1
  returning ceil((1 - tokens) * $3::float8)::int as seconds`;

const giveOneBack = `
  update auth.rate_limits set tokens = least($2::float8, tokens + 1) where key = $1`;

/** After a day every bucket is full, and its row says nothing. */
const forget = `
  delete from auth.rate_limits where key in (
    select key from auth.rate_limits
    where refilled_at < $1::timestamptz - interval '1 day' limit 1000)`;

/** How often old rows are cleared away: once in so many uses. */
const usesBetweenClearing = 500;

function keyOf(allowance: Allowance, subject: string): string {
  return `${allowance.name}:${createHash('sha256').update(subject).digest('base64url')}`;
}

function messageFor(allowance: Allowance, seconds: number): string {
  return allowance.code === 'over_email_send_rate_limit'
    ? `For security purposes, you can only request this after ${seconds} seconds.`
    : 'Request rate limit reached';
}

export function createRateLimits(pool: Pool, now: () => Date): RateLimits {
  let uses = 0;
  return {
    async use(allowance, subject) {
      const values = [keyOf(allowance, subject), now(), allowance.everySeconds, allowance.burst];
      const used = await pool.query(useOne, values);
      uses += 1;
      if (uses % usesBetweenClearing === 0) await pool.query(forget, [now()]);
      if (used.rowCount === 1) return;
      const { rows } = await pool.query<{ seconds: number }>(secondsToWait, values);
      const retryAfter = Math.max(1, rows[0]?.seconds ?? 1);
      const code = allowance.code ?? 'over_request_rate_limit';
      throw new AuthError(code, messageFor(allowance, retryAfter), { retryAfter });
    },
    async giveBack(allowance, subject) {
      await pool.query(giveOneBack, [keyOf(allowance, subject), allowance.burst]);
    },
  };
}

/**
 * The subject of a limit for a network address: an IPv6 customer has a whole /64, so that its
 * addresses count as one.
 */
export function addressSubject(address: string): string {
  if (!address.includes(':')) return address;
  const [head = '', tail] = address.split('%')[0]?.split('::') ?? [];
  const left = head === '' ? [] : head.split(':');
  const right = tail === undefined || tail === '' ? [] : tail.split(':');
  const zeros = tail === undefined ? 0 : Math.max(0, 8 - left.length - right.length);
  const groups = [...left, ...Array.from({ length: zeros }, () => '0'), ...right];
  const network = groups.slice(0, 4).map((group) => group.padStart(4, '0').toLowerCase());
  return `${network.join(':')}::/64`;
}
