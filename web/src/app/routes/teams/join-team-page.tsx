import { useNavigate } from 'react-router';
import { routes } from '#contract/routes.ts';
import { JoinTeam } from '#web/features/teams/join-team.tsx';
import { keptFragment } from '#web/lib/storage/kept-fragment.ts';
import { PageHeader } from '#web/ui/content/page-header.tsx';
import { requestOtherAccount } from '../../shell/sign-out.ts';

/** The page of an invitation link. */
export function JoinTeamPage({ token }: { readonly token: string }) {
  const navigate = useNavigate();
  return (
    <>
      <PageHeader title="Join a team" back={routes.teams} />
      <JoinTeam
        token={token}
        onJoined={(id) => {
          // Of a sign-up that was never finished, for example.
          keptFragment.clear();
          void navigate(routes.team(id), { replace: true });
        }}
        onSwitchAccount={() => void requestOtherAccount()}
      />
    </>
  );
}
