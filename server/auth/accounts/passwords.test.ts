import { hash } from '@node-rs/bcrypt';
import { describe, expect, it } from 'vitest';
import { createPasswords, measurePasswordCost } from './passwords.ts';

const caller = '192.0.2.1';

describe('the bcrypt cost of passwords', () => {
  it('is measured and never below the cost of GoTrue', async () => {
    const cost = await measurePasswordCost();
    expect(cost).toBeGreaterThanOrEqual(10);
    expect(cost).toBeLessThanOrEqual(14);
  });

  it('is that of GoTrue unless measured', async () => {
    expect(await createPasswords().hash('Curtain-Call-7', caller)).toMatch(/^\$2b\$10\$/);
  });

  it('applies to new hashes, while hashes of lower and higher costs still match', async () => {
    const passwords = createPasswords(5);
    const newHash = await passwords.hash('Curtain-Call-7', caller);
    expect(newHash).toMatch(/^\$2b\$05\$/);
    for (const stored of [
      newHash,
      await hash('Curtain-Call-7', { cost: 4 }),
      await hash('Curtain-Call-7', { cost: 6 }),
    ]) {
      expect(await passwords.matches('Curtain-Call-7', stored, caller)).toBe(true);
      expect(await passwords.matches('Curtain-Call-8', stored, caller)).toBe(false);
    }
    expect(await passwords.matches('Curtain-Call-7', null, caller)).toBe(false);
    expect(await passwords.matches(`Curtain-Call-7${'x'.repeat(72)}`, newHash, caller)).toBe(false);
  });
});
