import { useLocation, useNavigate } from 'react-router';
import { routes } from '#contract/routes.ts';
import { JoinTeam } from '#web/features/teams/join-team.tsx';
import { PageHeader } from '#web/ui/content/page-header.tsx';
import { requestSignOut } from '../shell/sign-out.ts';

/** /app/teams/join#{token}. What stands behind # stays out of requests and logs. */
export function Component() {
  const navigate = useNavigate();
  const token = useLocation().hash.slice(1);
  return (
    <>
      <PageHeader title="Join a team" back={routes.teams} />
      <JoinTeam
        key={token}
        token={token}
        onJoined={(id) => void navigate(routes.team(id), { replace: true })}
        onSwitchAccount={() => void requestSignOut()}
      />
    </>
  );
}
