import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useUser } from '#web/data/session/session.ts';
import { receivedInvitationsQuery } from '#web/data/teams/invitations.ts';
import { NavigationCount } from './navigation-count.tsx';

interface InvitationsCountProps {
  readonly collapsed: boolean;
}

/** The number of invitations to teams that the user has not answered. */
export default function InvitationsCount({ collapsed }: InvitationsCountProps): ReactNode {
  const user = useUser();
  const { data: received = [] } = useQuery(receivedInvitationsQuery(user.id));
  return <NavigationCount count={received.length} of="to answer" collapsed={collapsed} />;
}
