import { queryOptions } from '@tanstack/react-query';
import { db } from '#web/data/backend/client.ts';
import { unwrap } from '#web/data/backend/data-error.ts';
import { queryKeys } from '#web/data/query-keys.ts';
import { toMemberRole, toRole, type TeamRole } from './team-role.ts';

/** An open invitation that an owner of the team sees. */
export interface SentInvitation {
  readonly id: string;
  readonly role: TeamRole;
  /** Null for a member who is asked to accept a role with more rights. */
  readonly email: string | null;
  readonly personName: string | null;
  readonly expiresAt: string;
  readonly isExpired: boolean;
}

/** An open invitation of the user. */
export interface ReceivedInvitation {
  readonly id: string;
  readonly teamId: string;
  readonly teamName: string;
  readonly role: TeamRole;
  /** Null when unset: shown as 'Anonymous'. */
  readonly inviterName: string | null;
  readonly expiresAt: string;
  /** The user's role in the team; null if they aren't a member. */
  readonly memberRole: TeamRole | null;
}

/** The database's limit of open invitations of a team. */
const maxOpen = 200;

/** The invitations of a team that nobody answered yet, for its owners; newest first. */
export function teamInvitationsQuery(teamId: string) {
  return queryOptions({
    queryKey: queryKeys.teams.part('invitations', teamId),
    queryFn: async ({ signal }): Promise<SentInvitation[]> => {
      const rows = unwrap(
        await db
          .from('team_invitations')
          .select('id, role, email, expires_at, person:profiles!user_id(full_name)')
          .eq('team_id', teamId)
          .eq('state', 'pending')
          .order('created_at', { ascending: false })
          .limit(maxOpen)
          .abortSignal(signal),
      );
      return rows.map((row) => ({
        id: row.id,
        role: toRole(row.role),
        email: row.email,
        personName: row.person?.full_name ?? null,
        expiresAt: row.expires_at,
        isExpired: Date.parse(row.expires_at) < Date.now(),
      }));
    },
    staleTime: 0,
  });
}

/** The open invitations of the user, newest first. */
export function receivedInvitationsQuery(userId: string) {
  return queryOptions({
    queryKey: queryKeys.teams.part('received', userId),
    queryFn: async ({ signal }): Promise<ReceivedInvitation[]> => {
      const request = db.rpc('my_team_invitations', {}, { get: true });
      return unwrap(await request.abortSignal(signal)).map((row) => ({
        id: row.id,
        teamId: row.team_id,
        teamName: row.team_name,
        role: toRole(row.role),
        inviterName: row.inviter_name,
        expiresAt: row.expires_at,
        memberRole: toMemberRole(row.member_role),
      }));
    },
    staleTime: 0,
  });
}

/** The team of an invitation that was accepted, if the user is a member; otherwise null. */
export function acceptedTeamQuery(id: string | null) {
  return queryOptions({
    queryKey: queryKeys.teams.part('accepted', id ?? ''),
    queryFn: async ({ signal }): Promise<string | null> => {
      const request = db.from('team_invitations').select('team:teams(id)').eq('state', 'accepted');
      const [row] = unwrap(await request.eq('id', id ?? '').abortSignal(signal));
      return row?.team?.id ?? null;
    },
    enabled: id !== null,
    staleTime: 0,
    retry: false,
  });
}

/** Invites the account with an address, which it must have confirmed. */
export async function inviteAddress(teamId: string, email: string, role: TeamRole): Promise<void> {
  unwrap(await db.rpc('invite_to_team', { team_id: teamId, role, email }));
}

/** Asks a member to accept a role with more rights. */
export async function offerRole(teamId: string, userId: string, role: TeamRole): Promise<void> {
  unwrap(await db.rpc('invite_to_team', { team_id: teamId, role, user_id: userId }));
}

export async function revokeInvitation(id: string): Promise<void> {
  unwrap(await db.rpc('revoke_team_invitation', { id }));
}

export async function acceptInvitation(id: string): Promise<void> {
  unwrap(await db.rpc('accept_team_invitation', { id }));
}

export async function declineInvitation(id: string): Promise<void> {
  unwrap(await db.rpc('decline_team_invitation', { id }));
}
