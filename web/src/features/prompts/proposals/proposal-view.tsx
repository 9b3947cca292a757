import { useQuery, useQueryClient } from '@tanstack/react-query';
import { lazy, Suspense, useEffect, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { Link } from 'react-router';
import { routes } from '#contract/routes.ts';
import { profileQuery, shownName } from '#web/data/account/profiles.ts';
import { toDataError } from '#web/data/backend/data-error.ts';
import { failureOf } from '#web/data/backend/query-failure.ts';
import { promptQuery } from '#web/data/prompts/prompt-detail.ts';
import type { PromptDetail } from '#web/data/prompts/prompt.ts';
import type { Proposal } from '#web/data/proposals/proposal.ts';
import { refetchProposals, withdrawProposal } from '#web/data/proposals/proposal-changes.ts';
import { proposalQuery } from '#web/data/proposals/proposals.ts';
import { useUser } from '#web/data/session/session.ts';
import { teamsQuery } from '#web/data/teams/teams.ts';
import { useMayEdit } from '#web/data/teams/use-may-edit.ts';
import { Avatar } from '#web/ui/content/avatar.tsx';
import { PageHeader } from '#web/ui/content/page-header.tsx';
import { RelativeTime } from '#web/ui/content/relative-time.tsx';
import { ErrorState } from '#web/ui/feedback/error-state.tsx';
import { Button } from '#web/ui/form/button.tsx';
import { ButtonLink } from '#web/ui/form/button-link.tsx';
import { SkeletonRows } from '#web/ui/list/skeleton.tsx';
import { ConfirmDialog } from '#web/ui/overlay/overlays.tsx';
import { ChooseParts } from './choose-parts.tsx';
import { DeclineDialog } from './decline-dialog.tsx';
import { AcceptedDifferences, ProposalOutcome } from './proposal-outcome.tsx';
import { ProposalStateBadge } from './proposal-state-badge.tsx';
import { TextDifferences } from './text-differences.tsx';
import type { TextStart } from './use-proposal-form.ts';

const EditProposal = lazy(() => import('./edit-proposal.tsx'));

/** The page of a proposal, for its author and those who may accept it. */
export function ProposalView({ id }: { readonly id: string }) {
  const proposal = useQuery(proposalQuery(id));
  const prompt = useQuery({
    ...promptQuery(proposal.data?.promptId),
    enabled: proposal.data !== undefined,
  });
  if (proposal.isPending || (proposal.data && prompt.isPending)) {
    return (
      <>
        <PageHeader title="Proposal" back={routes.proposals} />
        <SkeletonRows count={4} label="Loading proposal" />
      </>
    );
  }
  // A refetch says so, too, when a right was lost or the prompt was deleted.
  const isGone = proposal.isError && toDataError(proposal.error).status === 404;
  if (isGone || !proposal.data || !prompt.data) {
    const failed = proposal.data && !isGone ? prompt : proposal;
    return (
      <>
        <PageHeader title="Proposal" back={routes.proposals} />
        <ErrorState
          title="This proposal could not be opened"
          {...(isGone ? { message: toDataError(proposal.error).message } : failureOf(failed))}
          action={<ButtonLink to={routes.proposals}>All proposals</ButtonLink>}
        />
      </>
    );
  }
  return <LoadedProposal key={id} proposal={proposal.data} prompt={prompt.data} />;
}

interface LoadedProposalProps {
  readonly proposal: Proposal;
  readonly prompt: PromptDetail;
}

function LoadedProposal({ proposal, prompt }: LoadedProposalProps) {
  const user = useUser();
  const client = useQueryClient();
  const outcome = useRef<HTMLHeadingElement>(null);
  const isAuthor = proposal.authorId === user.id;
  const mayReview = useMayReview(prompt, isAuthor);
  const [edited, setEdited] = useState<TextStart | null>(null);
  const [question, setQuestion] = useState<'decline' | 'withdraw' | null>(null);
  const isOpen = proposal.state === 'open';
  const isAnswering = useRef(false);
  const dialog = (name: NonNullable<typeof question>) => ({
    open: question === name,
    onOpenChange: (open: boolean) => setQuestion(open ? name : null),
  });

  // The controls disappear with the user's answer, so the focus goes to what replaces them.
  useEffect(() => {
    if (isOpen || !isAnswering.current) return;
    isAnswering.current = false;
    outcome.current?.focus();
  }, [isOpen]);

  async function refetch() {
    isAnswering.current = true;
    await refetchProposals(client, prompt.id);
    const newest = client.getQueryData(proposalQuery(proposal.id).queryKey);
    if (newest?.state === 'open') isAnswering.current = false;
  }

  return (
    <>
      <PageHeader
        title={`Proposal for ${prompt.title}`}
        back={isAuthor ? `${routes.proposals}?box=sent` : routes.proposals}
        subtitle={
          <span className="flex flex-wrap items-center gap-x-3 gap-y-1">
            <ProposalStateBadge state={proposal.state} />
            <span>
              Based on version {proposal.baseVersion} of{' '}
              <Link
                to={routes.prompt(prompt.id)}
                className="break-words underline underline-offset-3 hover:text-ink"
              >
                <bdi>{prompt.title}</bdi>
              </Link>
            </span>
          </span>
        }
        actions={
          isAuthor && isOpen ? (
            <Button onClick={() => setQuestion('withdraw')}>Withdraw</Button>
          ) : null
        }
      />
      <ProposalMessage proposal={proposal} isMine={isAuthor} />
      {isOpen && mayReview ? null : <ProposalOutcome ref={outcome} proposal={proposal} />}
      {edited === null ? null : (
        <Suspense fallback={<SkeletonRows count={4} label="Loading form" />}>
          <EditProposal
            proposal={proposal}
            prompt={prompt}
            start={edited}
            mayReview={mayReview}
            onBack={() => flushSync(() => setEdited(null))}
            onAnswered={refetch}
          />
        </Suspense>
      )}
      {edited !== null ? null : isOpen && mayReview ? (
        <ChooseParts
          proposal={proposal}
          prompt={prompt}
          onAnswered={refetch}
          onEdit={setEdited}
          onDecline={() => setQuestion('decline')}
        />
      ) : (
        <>
          {proposal.state === 'accepted' ? <AcceptedDifferences proposal={proposal} /> : null}
          <section aria-labelledby="proposed-text">
            <h2 id="proposed-text" className="mb-4 font-serif text-xl font-medium">
              Proposed changes
            </h2>
            <TextDifferences
              before={proposal.base}
              after={proposal.proposed}
              beforeLabel={`Version ${proposal.baseVersion}`}
              afterLabel="Proposed"
            />
          </section>
        </>
      )}
      <DeclineDialog
        {...dialog('decline')}
        proposalId={proposal.id}
        onDeclined={async () => {
          setQuestion(null);
          await refetch();
        }}
      />
      <ConfirmDialog
        {...dialog('withdraw')}
        title="Withdraw this proposal?"
        description="Nobody can accept it any more. You can propose the change again later."
        confirmLabel="Withdraw"
        onConfirm={async () => {
          await withdrawProposal(proposal.id);
          await refetch();
        }}
      />
    </>
  );
}

/**
 * Returns whether the user can answer a proposal. Of their own proposals, the owner of a team can
 * accept those that their team demands. The database decides again.
 */
function useMayReview(prompt: PromptDetail, isAuthor: boolean): boolean {
  const user = useUser();
  const mayEdit = useMayEdit(prompt) ?? false;
  const teams = useQuery({ ...teamsQuery(user.id), enabled: isAuthor && prompt.teamId !== null });
  if (!isAuthor) return mayEdit;
  return teams.data?.some(({ id, role }) => id === prompt.teamId && role === 'owner') ?? false;
}

interface ProposalMessageProps {
  readonly proposal: Proposal;
  readonly isMine: boolean;
}

/** The author of a proposal, and why they made it. */
function ProposalMessage({ proposal, isMine }: ProposalMessageProps) {
  const { authorId, message, createdAt } = proposal;
  const author = useQuery({
    ...profileQuery(authorId ?? ''),
    enabled: authorId !== null,
  });
  const name = shownName(author);
  return (
    <div className="mb-8 flex max-w-[760px] gap-3">
      <Avatar email={name} url={author.data?.avatarUrl ?? null} />
      <div className="min-w-0 flex-1">
        <p className="min-h-8 content-center text-sm text-ink-soft">
          <bdi className="font-medium text-ink">{name}</bdi>
          {isMine ? ' (you)' : ''} proposed this <RelativeTime at={createdAt} />
        </p>
        {message === '' ? null : (
          <p dir="auto" className="mt-1 break-words whitespace-pre-wrap text-ink">
            {message}
          </p>
        )}
      </div>
    </div>
  );
}
