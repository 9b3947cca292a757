import { hash } from '@node-rs/bcrypt';
import { describe, expect, it } from 'vitest';
import { createPasswords, measurePasswordCost } from './passwords.ts';

describe('the cost of a password', () => {
  it('is measured, and never below that of GoTrue', async () => {
    const cost = await measurePasswordCost();
    expect(cost).toBeGreaterThanOrEqual(10);
    expect(cost).toBeLessThanOrEqual(14);
  });

  it('is that of new hashes; those from before still match, cheaper or dearer', async () => {
    const passwords = createPasswords(5);
    const made = await passwords.hash('Curtain-Call-7');
    expect(made).toMatch(/^\$2b\$05\$/);
    for (const stored of [
      made,
      await hash('Curtain-Call-7', { cost: 4 }),
      await hash('Curtain-Call-7', { cost: 6 }),
    ]) {
      expect(await passwords.matches('Curtain-Call-7', stored)).toBe(true);
      expect(await passwords.matches('Curtain-Call-8', stored)).toBe(false);
    }
    expect(await passwords.matches('Curtain-Call-7', null)).toBe(false);
    expect(await passwords.matches(`Curtain-Call-7${'x'.repeat(72)}`, made)).toBe(false);
  });
});
