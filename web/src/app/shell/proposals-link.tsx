import { useQuery } from '@tanstack/react-query';
import { GitPullRequestArrow } from 'lucide-react';
import type { ReactNode } from 'react';
import { routes } from '#contract/routes.ts';
import { openProposalsQuery } from '#web/data/proposals/proposals.ts';
import { useUser } from '#web/data/session/session.ts';
import { isCurrent } from './navigation.ts';
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
  const shown = count > max ? `${max}+` : String(count);
  return (
    <li>
      <NavigationEntry
        item={item}
        collapsed={collapsed}
        isHere={isCurrent(item, section)}
        badge={
          count === 0 ? null : (
            <span className={collapsed ? collapsedBadgeClass : badgeClass}>
              {shown}
              <span className="sr-only"> to review</span>
            </span>
          )
        }
      />
    </li>
  );
}

const item = { title: 'Proposals', to: routes.proposals, icon: GitPullRequestArrow };
const max = 99;
const badgeClass =
  'ml-auto rounded-full bg-chip px-2 text-xs leading-5 font-semibold text-chip-ink tabular-nums';
const collapsedBadgeClass =
  'absolute top-0.5 right-2 rounded-full bg-chip px-1.5 text-xs leading-4 font-semibold text-chip-ink tabular-nums';
