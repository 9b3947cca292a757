import { createHmac, hkdfSync, timingSafeEqual } from 'node:crypto';
import { routes } from '#contract/routes.ts';
import { isLowerCaseUuid } from '#contract/uuid.ts';

/**
 * Signs links that stop notification mails. Servers with the same secret key accept each other's
 * links.
 */
export interface UnsubscribeLinks {
  /** Returns a person's link. It works signed out, for as long as the secret key stays the same. */
  addressFor(person: string): string;
  /** Returns the person of a link, or null if its signature is invalid. */
  personOf(search: URLSearchParams): string | null;
}

export function createUnsubscribeLinks(siteUrl: string, secretKey: string): UnsubscribeLinks {
  const key = Buffer.from(hkdfSync('sha256', secretKey, '', 'unsubscribe', 32));

  function computeProof(person: string): Buffer {
    return createHmac('sha256', key).update(person).digest();
  }

  return {
    addressFor(person) {
      const search = new URLSearchParams({
        person,
        proof: computeProof(person).toString('base64url'),
      });
      return `${siteUrl}${routes.unsubscribe}?${search.toString()}`;
    },
    personOf(search) {
      const person = search.get('person') ?? '';
      if (!isLowerCaseUuid(person)) return null;
      const received = Buffer.from(search.get('proof') ?? '', 'base64url');
      const expected = computeProof(person);
      const isValid = received.length === expected.length && timingSafeEqual(received, expected);
      return isValid ? person : null;
    },
  };
}
