import { createHash } from 'node:crypto';
import type { Pool } from 'pg';
import { AuthError } from '#server/auth/auth-error.ts';
import type { AuthErrorCode } from '#server/auth/error-table.ts';

/** A token bucket that holds `burst` tokens and refills by one every `everySeconds`. */
export interface Allowance {
  readonly name: string;
  readonly burst: number;
  readonly everySeconds: number;
  readonly code?: Extract<AuthErrorCode, 'over_request_rate_limit' | 'over_email_send_rate_limit'>;
}

/** Rate limits stored in the database, so that all servers share the counts. */
export interface RateLimits {
  /** Takes one token, or throws a 429 with Retry-After. Concurrent calls are counted one by one. */
  use(allowance: Allowance, subject: string): Promise<void>;
  /** Returns one token, if the request turned out to need no limit. */
  refund(allowance: Allowance, subject: string): Promise<void>;
}

/** SQL for the tokens in the bucket now. A clock that was set back refills nothing. */
const remainingSql = `least($4::float8,
  bucket.tokens + greatest(0, extract(epoch from $2::timestamptz - bucket.refilled_at)) / $3::float8)`;

const takeTokenSql = `
  insert into auth.rate_limits as bucket (key, tokens, refilled_at) values ($1, $4::float8 - 1, $2)
  on conflict (key) do update set tokens = ${remainingSql} - 1, refilled_at = $2
    where ${remainingSql} >= 1`;

/** Also stores the remaining tokens, so that a clock that was set back refills from now on. */
const secondsToWaitSql = `
  update auth.rate_limits bucket set tokens = ${remainingSql}, refilled_at = $2 where key = $1
  returning ceil((1 - tokens) * $3::float8)::int as seconds`;

const refundSql = `
  update auth.rate_limits set tokens = least($2::float8, tokens + 1) where key = $1`;

/** Deletes rows of buckets that are full again, which they are after a day. */
const deleteFullSql = `
  delete from auth.rate_limits where key in (
    select key from auth.rate_limits
    where refilled_at < $1::timestamptz - interval '1 day' limit 1000)`;

/** Number of uses between two deletions of old rows. */
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
      const { rowCount } = await pool.query(takeTokenSql, values);
      uses += 1;
      if (uses % usesBetweenClearing === 0) await pool.query(deleteFullSql, [now()]);
      if (rowCount === 1) return;
      const { rows } = await pool.query<{ seconds: number }>(secondsToWaitSql, values);
      const retryAfter = Math.max(1, rows[0]?.seconds ?? 1);
      const code = allowance.code ?? 'over_request_rate_limit';
      throw new AuthError(code, messageFor(allowance, retryAfter), { retryAfter });
    },
    async refund(allowance, subject) {
      await pool.query(refundSql, [keyOf(allowance, subject), allowance.burst]);
    },
  };
}
