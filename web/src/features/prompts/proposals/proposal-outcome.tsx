import { useQuery } from '@tanstack/react-query';
import type { Ref } from 'react';
import { isSameText } from '#text/is-same-text.ts';
import { profileQuery, shownName } from '#web/data/account/profiles.ts';
import type { Proposal } from '#web/data/proposals/proposal.ts';
import { acceptedTextQuery } from '#web/data/proposals/proposals.ts';
import { RelativeTime } from '#web/ui/content/relative-time.tsx';
import { TextDifferences } from './text-differences.tsx';

interface ProposalOutcomeProps {
  readonly proposal: Proposal;
  /** The heading, which gets the focus once the user has answered. */
  readonly ref: Ref<HTMLHeadingElement>;
}

/** The answer to a proposal, or that there is none yet. */
export function ProposalOutcome({ proposal, ref }: ProposalOutcomeProps) {
  const { state, answeredAt, answeredBy, reason, acceptedVersion } = proposal;
  const reviewer = useQuery({
    ...profileQuery(answeredBy ?? ''),
    enabled: answeredBy !== null,
  });
  const name = shownName(reviewer);
  const titles = {
    open: 'Waiting for an answer',
    accepted: `Accepted by ${name} as version ${acceptedVersion}`,
    declined: `Declined by ${name}`,
    withdrawn: 'Withdrawn by its author',
  };
  return (
    <section aria-label="Answer" className="mb-8 max-w-[760px]">
      <h2 ref={ref} tabIndex={-1} className="w-fit font-serif text-xl font-medium break-words">
        {titles[state]}
      </h2>
      {answeredAt === null ? null : (
        <p className="mt-1 text-sm text-ink-quiet">
          <RelativeTime at={answeredAt} />
        </p>
      )}
      {state === 'declined' && reason !== '' ? (
        <blockquote
          dir="auto"
          className="mt-3 border-l-2 border-hairline pl-4 break-words whitespace-pre-wrap text-ink-soft"
        >
          {reason}
        </blockquote>
      ) : null}
    </section>
  );
}

/** Shows how the accepted text differs from the proposed one, as far as the user may read it. */
export function AcceptedDifferences({ proposal }: { readonly proposal: Proposal }) {
  const { proposed, acceptedVersion } = proposal;
  const { data: accepted } = useQuery(acceptedTextQuery(proposal));
  if (!accepted) return null;
  if (isSameText(accepted, proposed)) {
    return <p className="mb-8 text-sm text-ink-soft">It was accepted as it was proposed.</p>;
  }
  return (
    <section aria-labelledby="accepted-text" className="mb-10">
      <h2 id="accepted-text" className="mb-4 font-serif text-xl font-medium">
        Accepted with changes
      </h2>
      <TextDifferences
        before={proposed}
        after={accepted}
        beforeLabel="Proposed"
        afterLabel={`Version ${acceptedVersion}`}
      />
    </section>
  );
}
