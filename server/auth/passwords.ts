import { randomBytes } from 'node:crypto';
import { hash, verify } from '@node-rs/bcrypt';
import { brokenPasswordRules } from '#contract/password-rules.ts';
import { AuthError } from './auth-error.ts';

/** bcrypt looks at 72 bytes; what comes after would not protect anything. */
const mostBytes = 72;

/** GoTrue's cost, and the least here. */
const leastCost = 10;
const mostCost = 14;
/** What a person waits for without noticing, and a guesser notices. */
const longestMs = 200;

/** Each step of the cost doubles the time, so that a cheap one tells about the others. */
const measuredCost = 8;

/** The highest cost that stays under 200 ms here and now. The best of three, since others work too. */
export async function measurePasswordCost(): Promise<number> {
  const times: number[] = [];
  for (let run = 0; run < 3; run += 1) {
    const begin = performance.now();
    await hash('measured', { cost: measuredCost });
    times.push(performance.now() - begin);
  }
  const steps = Math.floor(Math.log2(longestMs / Math.min(...times)));
  return Math.min(mostCost, Math.max(leastCost, measuredCost + steps));
}

function costOf(stored: string): number {
  return Number(stored.slice(4, 6));
}

export interface Passwords {
  hash(password: string): Promise<string>;
  /** Takes as long whether or not there is a hash, so that time tells nothing. */
  matches(password: string, stored: string | null): Promise<boolean>;
}

/**
 * Passwords stored at a lower cost are compared with decoys as well, until the work is that of the
 * highest cost met: else a server that measured another cost today would answer faster for them.
 */
export function createPasswords(cost: number = leastCost): Passwords {
  let highest = cost;
  const decoys = new Map<number, Promise<string>>();
  function decoyOf(wanted: number): Promise<string> {
    const decoy = decoys.get(wanted) ?? hash(randomBytes(16).toString('hex'), { cost: wanted });
    decoys.set(wanted, decoy);
    return decoy;
  }

  return {
    hash: (password) => hash(password, { cost }),
    async matches(password, stored) {
      const usable = stored !== null && stored !== '' && Buffer.byteLength(password) <= mostBytes;
      const begin = usable ? costOf(stored) : highest;
      highest = Math.max(highest, begin);
      const matched = await verify(password, usable ? stored : await decoyOf(highest));
      for (let step = begin; step < highest; step += 1) {
        await verify(password, await decoyOf(step));
      }
      return usable && matched;
    },
  };
}

/** Refuses a password that breaks the rules, in their order, with the reasons of the protocol. */
export function requireStrongPassword(password: string): void {
  const broken = brokenPasswordRules(password);
  if (broken.length > 0) {
    const weakPassword = [...new Set(broken.map((rule) => rule.reason))];
    const message = broken.map((rule) => rule.message).join('. ');
    throw new AuthError('weak_password', message, { weakPassword });
  }
  if (Buffer.byteLength(password) > mostBytes) {
    throw new AuthError('validation_failed', 'Password cannot be longer than 72 bytes', {
      status: 422,
    });
  }
}
