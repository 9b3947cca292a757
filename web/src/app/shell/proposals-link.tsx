import { useQuery } from '@tanstack/react-query';
import { GitPullRequestArrow } from 'lucide-react';
import type { ReactNode } from 'react';
import { routes } from '#contract/routes.ts';
import { openProposalsQuery } from '#web/data/proposals/proposals.ts';
import { useUser } from '#web/data/session/session.ts';
import { isCurrent } from './navigation.ts';
import { NavigationCount } from './navigation-count.tsx';
import { NavigationEntry } from './navigation-entry.tsx';

interface ProposalsLinkProps {
  readonly collapsed: boolean;
  /** The path whose section of the app is shown. */
  readonly section: string;
}

/** The entry of the sidebar that leads to proposals, with the number of those to review. */
export default function ProposalsLink({ collapsed, section }: ProposalsLinkProps): ReactNode {
  const user = useUser();
  const { data: count = 0 } = useQuery(openProposalsQuery(user.id));
  return (
    <li>
      <NavigationEntry
        item={item}
        collapsed={collapsed}
        isHere={isCurrent(item, section)}
        badge={<NavigationCount count={count} of="to review" collapsed={collapsed} />}
      />
    </li>
  );
}

const item = { title: 'Proposals', to: routes.proposals, icon: GitPullRequestArrow };
