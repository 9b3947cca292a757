import { queryOptions } from '@tanstack/react-query';
import { messages } from '#contract/messages.ts';
import { db } from '#web/data/backend/client.ts';
import { DataError, unwrap } from '#web/data/backend/data-error.ts';
import { queryKeys } from '#web/data/query-keys.ts';
import { toMemberRole, toRole, type TeamRole } from './team-role.ts';

/** A link to join a team, as its owners see it. Its token is shown only once. */
export interface TeamLink {
  readonly id: string;
  readonly role: TeamRole;
  readonly uses: number;
  readonly maxUses: number;
  readonly expiresAt: string;
  readonly state: 'open' | 'used up' | 'expired';
}

/** A link, as the person who opens it sees it. */
export interface OpenedLink {
  readonly teamId: string;
  readonly teamName: string;
  readonly role: TeamRole;
  readonly inviterName: string;
  readonly expiresAt: string;
  /** The user's role in the team; null if they aren't a member. */
  readonly memberRole: TeamRole | null;
}

export interface NewTeamLink {
  readonly role: TeamRole;
  readonly maxUses: number;
  readonly validDays: number;
}

/** The newest 100 links of a team that were not revoked, for its owners. */
export function teamLinksQuery(teamId: string) {
  return queryOptions({
    queryKey: queryKeys.teams.part('links', teamId),
    queryFn: async ({ signal }): Promise<TeamLink[]> => {
      const rows = unwrap(
        await db
          .from('team_links')
          .select('id, role, uses, max_uses, expires_at')
          .eq('team_id', teamId)
          .is('revoked_at', null)
          .order('created_at', { ascending: false })
          .limit(100)
          .abortSignal(signal),
      );
      return rows.map((row) => ({
        id: row.id,
        role: toRole(row.role),
        uses: row.uses,
        maxUses: row.max_uses,
        expiresAt: row.expires_at,
        state:
          row.uses >= row.max_uses
            ? 'used up'
            : Date.parse(row.expires_at) < Date.now()
              ? 'expired'
              : 'open',
      }));
    },
    staleTime: 0,
  });
}

/** Creates a link and returns its token. */
export async function createTeamLink(
  teamId: string,
  { role, maxUses, validDays }: NewTeamLink,
): Promise<string> {
  return unwrap(
    await db.rpc('create_team_link', {
      team_id: teamId,
      role,
      max_uses: maxUses,
      valid_days: validDays,
    }),
  );
}

export async function revokeTeamLink(id: string): Promise<void> {
  unwrap(await db.rpc('revoke_team_link', { id }));
}

/** A link that the user opened. The token is sent in the body: addresses get into logs. */
export function openedLinkQuery(token: string) {
  return queryOptions({
    queryKey: queryKeys.teams.part('link', token),
    queryFn: async ({ signal }): Promise<OpenedLink> => {
      const [row] = unwrap(await db.rpc('team_link', { token }).abortSignal(signal));
      if (row === undefined)
        throw new DataError('This link is not valid, or no longer open', { status: 404 });
      return {
        teamId: row.team_id,
        teamName: row.team_name,
        role: toRole(row.role),
        inviterName: row.inviter_name ?? messages.community.anonymous,
        expiresAt: row.expires_at,
        memberRole: toMemberRole(row.member_role),
      };
    },
    staleTime: 0,
    retry: false,
  });
}

export async function acceptTeamLink(token: string): Promise<void> {
  unwrap(await db.rpc('accept_team_link', { token }));
}
