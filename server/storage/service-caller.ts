import type { Caller } from '#server/http/caller/caller.ts';

/** The server itself, which row level security does not limit. */
export const serviceCaller: Caller = {
  apiKey: 'secret',
  role: 'service_role',
  claims: null,
  claimsJson: '{"role":"service_role"}',
};
