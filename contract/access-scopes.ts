/** The rights that a program can have. Policies of the database check them. */
export const accessScopes = [
  'prompts:read',
  'prompts:write',
  'chains:read',
  'releases:write',
] as const;

export type AccessScope = (typeof accessScopes)[number];

/** Scopes that include reading prompts. */
export const writingScopes: readonly AccessScope[] = ['prompts:write', 'releases:write'];

/** Scopes that no access limited to a group has: a chain lies in no group. */
export const groupFreeScopes: readonly AccessScope[] = ['chains:read'];
