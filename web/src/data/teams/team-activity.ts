import { infiniteQueryOptions } from '@tanstack/react-query';
import { messages } from '#contract/messages.ts';
import { limits } from '#contract/limits.ts';
import { db } from '#web/data/backend/client.ts';
import { unwrap } from '#web/data/backend/data-error.ts';
import { queryKeys } from '#web/data/query-keys.ts';
import { toRole, type TeamRole } from './team-role.ts';

/** An entry in the log of a team. */
export interface TeamActivity {
  readonly id: string;
  readonly action: string;
  readonly at: string;
  /** Null for a deleted account. Of a former member, the name at that time. */
  readonly actorName: string | null;
  readonly memberName: string | null;
  readonly promptId: string | null;
  readonly chainId: string | null;
  readonly version: number | null;
  /** The title of the prompt or chain at that time, or the name of the group or team. */
  readonly title: string;
  readonly role: TeamRole;
  readonly label: string;
}

const columns = `id, action, created_at, prompt_id, chain_id, version_number, title, role, label,
  actor_id, actor_name, member_id, member_name, actor:profiles!actor_id(full_name), member:profiles!member_id(full_name)`;

/** Pages of what happened in a team, newest first. Ids sort by time. */
export function teamActivityQuery(teamId: string) {
  const size = limits.listPageSize;
  return infiniteQueryOptions({
    queryKey: queryKeys.teams.part('activity', teamId),
    initialPageParam: null as string | null,
    queryFn: async ({ pageParam: last, signal }) => {
      const page = db
        .from('team_activity')
        .select(columns)
        .eq('team_id', teamId)
        .order('id', { ascending: false })
        .limit(size)
        .abortSignal(signal);
      return unwrap(await (last === null ? page : page.lt('id', last)));
    },
    getNextPageParam: (page) => (page.length === size ? (page.at(-1)?.id ?? null) : null),
    select: ({ pages }): readonly TeamActivity[] =>
      pages.flat().map((row) => ({
        id: row.id,
        action: row.action,
        at: row.created_at,
        actorName: nameOf(row.actor_id, row.actor, row.actor_name),
        memberName: nameOf(row.member_id, row.member, row.member_name),
        promptId: row.prompt_id,
        chainId: row.chain_id,
        version: row.version_number,
        title: row.title ?? '',
        role: toRole(row.role ?? ''),
        label: row.label ?? '',
      })),
    staleTime: 0,
  });
}

/** Returns the name in a profile that the user may read, else the one that was logged. */
function nameOf(
  id: string | null,
  profile: { readonly full_name: string | null } | null,
  logged: string | null,
): string | null {
  if (id === null) return null;
  return (profile ? profile.full_name : logged) ?? messages.community.anonymous;
}
