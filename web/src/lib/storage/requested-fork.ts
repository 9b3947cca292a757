import { createExpiringValue } from './expiring-value.ts';

/**
 * The id of the public prompt that a visitor wants to keep, stored until they have signed in: signing
 * up leads through an email, which doesn't know it.
 */
export const requestedFork = createExpiringValue('cuebook.requested-fork');
