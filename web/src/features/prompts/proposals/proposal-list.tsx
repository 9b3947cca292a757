import { useInfiniteQuery } from '@tanstack/react-query';
import { messages } from '#contract/messages.ts';
import { routes } from '#contract/routes.ts';
import { failureOf } from '#web/data/backend/query-failure.ts';
import {
  proposalsQuery,
  type ProposalBox,
  type ProposalSummary,
} from '#web/data/proposals/proposals.ts';
import { useUser } from '#web/data/session/session.ts';
import { PromptIcon } from '#web/ui/content/prompt-icon.tsx';
import { RelativeTime } from '#web/ui/content/relative-time.tsx';
import { ErrorState } from '#web/ui/feedback/error-state.tsx';
import { EmptyState } from '#web/ui/list/empty-state.tsx';
import { Column, ListRow } from '#web/ui/list/list-row.tsx';
import { LoadMore } from '#web/ui/list/load-more.tsx';
import { SkeletonRows } from '#web/ui/list/skeleton.tsx';
import { ProposalStateBadge } from './proposal-state-badge.tsx';

interface ProposalListProps {
  readonly box: ProposalBox;
  /** Whether to show open proposals, or those that were answered or withdrawn. */
  readonly isOpen: boolean;
}

/** Proposals to the user or by them, newest first, page after page. */
export function ProposalList({ box, isOpen }: ProposalListProps) {
  const user = useUser();
  const proposals = useInfiniteQuery(proposalsQuery(user.id, box, isOpen));
  if (proposals.isPending) {
    return <SkeletonRows count={6} label="Loading proposals…" view="list" />;
  }
  if (!proposals.data) {
    return <ErrorState title="The proposals could not be loaded" {...failureOf(proposals)} />;
  }
  if (proposals.data.length === 0)
    return <EmptyState {...emptyTexts[box][isOpen ? 'open' : 'closed']} />;
  return (
    <>
      <ul aria-label="Proposals" className="@container">
        {proposals.data.map((proposal) => (
          <li key={proposal.id} data-row>
            <ProposalRow proposal={proposal} box={box} />
          </li>
        ))}
      </ul>
      <LoadMore list={proposals} />
    </>
  );
}

function ProposalRow(props: { readonly proposal: ProposalSummary; readonly box: ProposalBox }) {
  const { proposal, box } = props;
  const { id, promptTitle, promptIcon, teamName, message, state, createdAt, answeredAt } = proposal;
  const person =
    box === 'review'
      ? (proposal.authorName ?? messages.community.anonymous)
      : state === 'open' || state === 'withdrawn'
        ? null
        : `${state === 'accepted' ? 'Accepted' : 'Declined'} by ${proposal.reviewerName ?? messages.community.anonymous}`;
  return (
    <ListRow
      view="list"
      icon={<PromptIcon icon={promptIcon} title={promptTitle} small />}
      title={promptTitle}
      to={routes.proposal(id)}
      marks={state === 'open' ? null : <ProposalStateBadge state={state} />}
      preview={[person, teamName, message].filter(Boolean).join(' · ')}
      columns={
        <Column size="time">
          <RelativeTime at={answeredAt ?? createdAt} />
        </Column>
      }
    />
  );
}

const emptyTexts = {
  review: {
    open: {
      title: 'Nothing to review',
      text: 'Edits that others suggest for your prompts appear here.',
    },
    closed: { title: 'You have no answered proposals' },
  },
  sent: {
    open: {
      title: 'No open proposals',
      text: "To suggest an edit, open a prompt that you can read but can't change.",
    },
    closed: { title: 'None of your proposals was answered yet' },
  },
} as const;
