import { useInfiniteQuery } from '@tanstack/react-query';
import { failureOf } from '#web/data/backend/query-failure.ts';
import { teamMembersQuery, type TeamDetail } from '#web/data/teams/teams.ts';
import { ErrorState } from '#web/ui/feedback/error-state.tsx';
import { LoadMore } from '#web/ui/list/load-more.tsx';
import { Skeleton } from '#web/ui/list/skeleton.tsx';
import { MemberRow } from './member-row.tsx';

/** The members of a team, page after page. Owners get a menu for each. */
export function TeamMembers({ team }: { readonly team: TeamDetail }) {
  const members = useInfiniteQuery(teamMembersQuery(team.id));
  if (members.isPending) return <Skeleton className="h-14 w-full" />;
  if (!members.data) {
    return <ErrorState title="The members could not be loaded" {...failureOf(members)} />;
  }
  return (
    <>
      <ul aria-label="Members" className="border-t border-hairline">
        {members.data.map((member) => (
          <MemberRow key={member.userId} team={team} member={member} />
        ))}
      </ul>
      <LoadMore list={members} />
    </>
  );
}
