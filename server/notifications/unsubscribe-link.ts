import { createHmac, hkdfSync, timingSafeEqual } from 'node:crypto';
import { routes } from '#contract/routes.ts';

/** Signs links that end notification mails. Servers with the same secret key accept each other's. */
export interface UnsubscribeLinks {
  /** The address for a person; it works signed out, and as long as the secret key stays. */
  addressFor(person: string): string;
  /** Whose link it is, or null when it was not made here. */
  personOf(search: URLSearchParams): string | null;
}

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

export function createUnsubscribeLinks(siteUrl: string, secretKey: string): UnsubscribeLinks {
  const key = Buffer.from(hkdfSync('sha256', secretKey, '', 'unsubscribe', 32));

  function proofOf(person: string): Buffer {
    return createHmac('sha256', key).update(person).digest();
  }

  return {
    addressFor(person) {
      const search = new URLSearchParams({ person, proof: proofOf(person).toString('base64url') });
      return `${siteUrl}${routes.unsubscribe}?${search.toString()}`;
    },
    personOf(search) {
      const person = search.get('person') ?? '';
      if (!uuid.test(person)) return null;
      const given = Buffer.from(search.get('proof') ?? '', 'base64url');
      const expected = proofOf(person);
      const genuine = given.length === expected.length && timingSafeEqual(given, expected);
      return genuine ? person : null;
    },
  };
}
