/** Returns a role in a team with its article: 'an owner', 'a viewer'. */
export function aRole(role: string): string {
  return role === 'viewer' ? 'a viewer' : `an ${role}`;
}
