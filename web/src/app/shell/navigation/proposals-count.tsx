import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { openProposalsQuery } from '#web/data/proposals/proposals.ts';
import { useUser } from '#web/data/session/session.ts';
import { NavigationCount } from './navigation-count.tsx';

/** The number of proposals that the user has to review. */
export default function ProposalsCount({ collapsed }: { readonly collapsed: boolean }): ReactNode {
  const user = useUser();
  const { data: count = 0 } = useQuery(openProposalsQuery(user.id));
  return <NavigationCount count={count} of="to review" collapsed={collapsed} />;
}
