import type { AccessScope } from '#contract/access-scopes.ts';

/** The rights that a token can have, in the order of the form. */
export const tokenScopes: readonly { readonly scope: AccessScope; readonly label: string }[] = [
  { scope: 'prompts:read', label: 'Read prompts' },
  { scope: 'prompts:write', label: 'Create and change prompts' },
  { scope: 'releases:write', label: 'Move labels of prompts' },
  { scope: 'chains:read', label: 'Read chains' },
];

/** Returns what scopes allow, in words; an unknown one by its name. */
export function describeScopes(scopes: readonly string[]): string {
  const listed = tokenScopes.filter(({ scope }) => scopes.includes(scope));
  const unknown = scopes.filter((name) => !tokenScopes.some(({ scope }) => scope === name));
  const [first = '', ...others] = [...listed.map(({ label }) => label), ...unknown];
  return [first, ...others.map((label) => label.charAt(0).toLowerCase() + label.slice(1))].join(
    ', ',
  );
}
