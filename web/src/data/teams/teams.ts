import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import { limits } from '#contract/limits.ts';
import { readAllPages } from '#contract/read-all-pages.ts';
import { shownAvatar } from '#web/data/account/shown-avatar.ts';
import { db } from '#web/data/backend/client.ts';
import { DataError, unwrap } from '#web/data/backend/data-error.ts';
import { queryKeys } from '#web/data/query-keys.ts';
import { isUuid } from '#contract/uuid.ts';
import { toRole, type TeamRole } from './team-role.ts';

/** A team of the user, with their role in it. */
export interface Team {
  readonly id: string;
  readonly name: string;
  readonly role: TeamRole;
}

export interface TeamDetail extends Team {
  readonly memberCount: number;
  /** Whether changes to prompts with the label `production` need a proposal. */
  readonly releasedByProposal: boolean;
  readonly ownerCount: number;
  /** The number of prompts that are shared with it, without deleted ones. */
  readonly promptCount: number;
  /** The number of those that the user owns. */
  readonly ownPromptCount: number;
  readonly chainCount: number;
  /** The number of chains whose author the user is. */
  readonly ownChainCount: number;
}

export interface TeamMember {
  readonly userId: string;
  /** Null when unset: shown as 'Anonymous'. */
  readonly name: string | null;
  readonly avatarUrl: string | null;
  readonly role: TeamRole;
  /** The role that they accepted. More rights need their consent. */
  readonly acceptedRole: TeamRole;
}

interface MembershipRow {
  readonly team_id: string;
  readonly role: string;
  readonly teams: { readonly name: string };
}

/** All teams of the user, by name. */
export function teamsQuery(userId: string) {
  return queryOptions({
    queryKey: queryKeys.teams.part('list', userId),
    queryFn: async ({ signal }): Promise<Team[]> => {
      const rows = await readAllPages<MembershipRow>(async (last, size) => {
        const page = db
          .from('team_members')
          .select('team_id, role, teams!inner(name)')
          .eq('user_id', userId)
          .order('team_id')
          .limit(size)
          .abortSignal(signal);
        return unwrap(await (last ? page.gt('team_id', last.team_id) : page));
      });
      return rows
        .map((row) => ({ id: row.team_id, name: row.teams.name, role: toRole(row.role) }))
        .toSorted((one, other) => one.name.localeCompare(other.name));
    },
  });
}

const detailColumns =
  'id, name, released_by_proposal, me:team_members!inner(role), members:team_members(count), owners:team_members(count), prompts(count), own_prompts:prompts(count), chains(count), own_chains:chains(count)';

/** One team of the user. Throws 'Team not found' when they are no member of it. */
export function teamQuery(id: string, userId: string) {
  return queryOptions({
    queryKey: queryKeys.teams.part('detail', id),
    queryFn: async ({ signal }): Promise<TeamDetail> => {
      const row = isUuid(id)
        ? unwrap(
            await db
              .from('teams')
              .select(detailColumns)
              .eq('id', id)
              .eq('me.user_id', userId)
              .eq('owners.role', 'owner')
              .is('prompts.deleted_at', null)
              .eq('own_prompts.user_id', userId)
              .is('own_prompts.deleted_at', null)
              .eq('own_chains.user_id', userId)
              .abortSignal(signal)
              .maybeSingle(),
          )
        : null;
      const [me] = row?.me ?? [];
      if (!row || !me) {
        throw new DataError("This team doesn't exist, or you are not a member.", { status: 404 });
      }
      return {
        id: row.id,
        name: row.name,
        role: toRole(me.role),
        releasedByProposal: row.released_by_proposal,
        memberCount: row.members[0]?.count ?? 0,
        ownerCount: row.owners[0]?.count ?? 0,
        promptCount: row.prompts[0]?.count ?? 0,
        ownPromptCount: row.own_prompts[0]?.count ?? 0,
        chainCount: row.chains[0]?.count ?? 0,
        ownChainCount: row.own_chains[0]?.count ?? 0,
      };
    },
    staleTime: 0,
  });
}

/** The members of a team, in the order in which they joined. */
export function teamMembersQuery(id: string) {
  const size = limits.listPageSize;
  return infiniteQueryOptions({
    queryKey: queryKeys.teams.part('members', id),
    initialPageParam: null as { readonly at: string; readonly userId: string } | null,
    queryFn: async ({ pageParam: after, signal }) => {
      const page = db
        .from('team_members')
        .select('user_id, role, accepted_role, created_at, profiles(full_name, avatar_url)')
        .eq('team_id', id)
        .order('created_at')
        .order('user_id')
        .limit(size)
        .abortSignal(signal);
      return unwrap(
        await (after
          ? page.or(
              `created_at.gt."${after.at}",and(created_at.eq."${after.at}",user_id.gt.${after.userId})`,
            )
          : page),
      );
    },
    getNextPageParam: (page) => {
      const last = page.length === size ? page.at(-1) : undefined;
      return last ? { at: last.created_at, userId: last.user_id } : null;
    },
    select: ({ pages }): readonly TeamMember[] =>
      pages.flat().map((row) => ({
        userId: row.user_id,
        name: row.profiles?.full_name ?? null,
        avatarUrl: shownAvatar(row.profiles?.avatar_url ?? null),
        role: toRole(row.role),
        acceptedRole: toRole(row.accepted_role),
      })),
    staleTime: 0,
  });
}
