import { randomBytes } from 'node:crypto';
import { hash } from '@node-rs/bcrypt';
import { brokenPasswordRules, type PasswordRules } from '#contract/password-rules.ts';
import { AuthError, invalid } from '#server/auth/auth-error.ts';
import { createHashPool, type HashPool } from './hash-pool.ts';

/** bcrypt ignores everything after 72 bytes. */
const maxBytes = 72;

/** The lowest cost, which is GoTrue's. */
const minCost = 10;
const maxCost = 14;
/** A delay that a person does not notice and that slows down guessing. */
const targetMs = 200;

/** A cheap cost to measure. Each step doubles the time, so the others follow from it. */
const measuredCost = 8;

/**
 * Measures the highest cost that stays under 200 ms on this machine. Takes the fastest of three
 * runs, because other processes slow some of them down.
 */
export async function measurePasswordCost(): Promise<number> {
  const times: number[] = [];
  for (let run = 0; run < 3; run += 1) {
    const begin = performance.now();
    await hash('measured', { cost: measuredCost });
    times.push(performance.now() - begin);
  }
  const steps = Math.floor(Math.log2(targetMs / Math.min(...times)));
  return Math.min(maxCost, Math.max(minCost, measuredCost + steps));
}

function costOfHash(storedHash: string): number {
  return Number(storedHash.slice(4, 6));
}

/** `caller` is the network address that a request comes from: addresses take turns. */
export interface Passwords {
  hash(password: string, caller: string): Promise<string>;
  /** Compares in the same time with and without a hash, so that the duration reveals nothing. */
  matches(password: string, storedHash: string | null, caller: string): Promise<boolean>;
  /** Throws 429 if too many passwords of a caller wait already. */
  requireRoom(caller: string): void;
}

/**
 * Creates the password functions with a bcrypt cost. A hash of a lower cost is compared together
 * with decoy hashes, until the work equals that of the highest cost seen. Otherwise the response
 * would be faster for hashes from a time when the server measured a lower cost.
 */
export function createPasswords(
  cost: number = minCost,
  pool: HashPool = createHashPool(),
): Passwords {
  let highest = cost;
  const decoys = new Map<number, Promise<string>>();

  async function hashWith(password: string, hashCost: number, caller: string): Promise<string> {
    return String(await pool.run({ kind: 'hash', password, cost: hashCost }, caller));
  }

  function decoyHash(decoyCost: number, caller: string): Promise<string> {
    let decoy = decoys.get(decoyCost);
    if (decoy === undefined) {
      decoy = hashWith(randomBytes(16).toString('hex'), decoyCost, caller);
      decoys.set(decoyCost, decoy);
      // Too many requests wait; a later one tries again.
      decoy.catch(() => decoys.delete(decoyCost));
    }
    return decoy;
  }

  return {
    requireRoom: (caller) => pool.requireRoom(caller),
    hash: (password, caller) => hashWith(password, cost, caller),
    async matches(password, storedHash, caller) {
      const isUsable =
        storedHash !== null && storedHash !== '' && Buffer.byteLength(password) <= maxBytes;
      const hashCost = isUsable ? costOfHash(storedHash) : highest;
      highest = Math.max(highest, hashCost);
      const hashes = [isUsable ? storedHash : await decoyHash(highest, caller)];
      for (let step = hashCost; step < highest; step += 1) {
        hashes.push(await decoyHash(step, caller));
      }
      const matched = await pool.run({ kind: 'verify', password, hashes }, caller);
      return isUsable && matched === true;
    },
  };
}

/** Returns the rules that a password breaks, in order, with the protocol's reasons; null if none. */
export function weaknessOf(password: string, rules: PasswordRules) {
  const broken = brokenPasswordRules(password, rules);
  if (broken.length === 0) return null;
  const reasons = [...new Set(broken.map((rule) => rule.reason))];
  return { message: broken.map((rule) => rule.message).join('. '), reasons };
}

/** Refuses a weak password. */
export function requireStrongPassword(password: string, rules: PasswordRules): void {
  const weakness = weaknessOf(password, rules);
  if (weakness !== null) {
    throw new AuthError('weak_password', weakness.message, { weakPassword: weakness.reasons });
  }
  if (Buffer.byteLength(password) > maxBytes) {
    throw invalid('Password cannot be longer than 72 bytes', 422);
  }
}
