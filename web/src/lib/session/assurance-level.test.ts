import { expect, test } from 'vitest';
import { assuranceLevel } from './assurance-level.ts';

const token = (claims: unknown) =>
  `x.${Buffer.from(JSON.stringify(claims)).toString('base64url')}.y`;

test.each([
  [token({ aal: 'aal2', name: 'Ünï 🎭 ???>>>' }), 'aal2'],
  [token({ aal: 'aal1' }), 'aal1'],
  [token({ aal: 2 }), null],
  [token(null), null],
  ['made-up', null],
  ['', null],
])('assuranceLevel reads from %s %s', (accessToken, level) => {
  expect(assuranceLevel(accessToken)).toBe(level);
});
