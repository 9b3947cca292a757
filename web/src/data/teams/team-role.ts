export const teamRoles = ['owner', 'editor', 'viewer'] as const;
export type TeamRole = (typeof teamRoles)[number];

/** The rights that each role adds. */
export const roleDescriptions: Readonly<Record<TeamRole, string>> = {
  owner: 'manages members',
  editor: 'changes prompts',
  viewer: 'reads prompts',
};

/** Returns a stored role; one that this page doesn't know yet gets the fewest rights. */
export function toRole(text: string): TeamRole {
  return teamRoles.find((role) => role === text) ?? 'viewer';
}

/** Returns the stored role of a member; null for a person who is none. */
export function toMemberRole(text: string | null): TeamRole | null {
  return text === null ? null : toRole(text);
}

/** Returns whether a role has more rights than another one. */
export function hasMoreRights(role: TeamRole, than: TeamRole): boolean {
  return teamRoles.indexOf(role) < teamRoles.indexOf(than);
}
