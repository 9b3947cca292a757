import { useQuery } from '@tanstack/react-query';
import { toDataError } from '#web/data/backend/data-error.ts';
import { failureOf } from '#web/data/backend/query-failure.ts';
import { forkBaseQuery } from '#web/data/prompts/forks.ts';
import { promptQuery } from '#web/data/prompts/prompt-detail.ts';
import type { PromptDetail } from '#web/data/prompts/prompt.ts';
import { textOf, type ProposalText } from '#web/data/proposals/proposal.ts';
import { ErrorState } from '#web/ui/feedback/error-state.tsx';
import { SkeletonRows } from '#web/ui/list/skeleton.tsx';
import { SidePanel } from '#web/ui/overlay/overlays.tsx';
import SuggestForm from './suggest-form.tsx';

interface SuggestEditPanelProps {
  readonly promptId: string;
  /** The user's fork to propose; null to start with the text of the prompt. */
  readonly fork: PromptDetail | null;
  readonly onClose: () => void;
  readonly onSent: (proposalId: string) => void;
}

/** Suggests an edit of a prompt that the user can read, or proposes their fork to its original. */
export default function SuggestEditPanel(props: SuggestEditPanelProps) {
  const { promptId, fork, onClose, onSent } = props;
  const prompt = useQuery(promptQuery(promptId));
  const forkVersion = fork?.forkedFromVersion ?? null;
  const forkBase = useQuery({
    ...forkBaseQuery(fork?.id ?? '', forkVersion ?? 0),
    enabled: forkVersion !== null,
  });
  const title = fork === null ? 'Suggest an edit' : 'Propose to the original';
  // A refetch says so, too, when a right was lost or the prompt was deleted.
  const isUnreadable = prompt.isError && toDataError(prompt.error).status === 404;
  const failed = [prompt, forkBase].find(({ isError, data }) => isError && !data);
  const isGone = fork !== null && (forkVersion === null || forkBase.data === null);
  if (failed || isGone) {
    return (
      <SidePanel open onOpenChange={onClose} title={title}>
        {failed ? (
          <ErrorState title="The prompt could not be loaded" {...failureOf(failed)} />
        ) : (
          <ErrorState
            title="The original can't be read any more"
            message="It was deleted, or its owner made it private."
          />
        )}
      </SidePanel>
    );
  }
  if (!prompt.data || (fork !== null && !forkBase.data)) {
    return (
      <SidePanel open onOpenChange={onClose} title={title}>
        <SkeletonRows count={3} label="Loading prompt" />
      </SidePanel>
    );
  }
  const current = textOf(prompt.data);
  const base =
    fork !== null && forkVersion !== null && forkBase.data
      ? { version: forkVersion, text: textOf(forkBase.data) }
      : { version: prompt.data.version, text: current };
  return (
    <SuggestForm
      title={title}
      promptId={promptId}
      promptTitle={prompt.data.title}
      isUnreadable={isUnreadable}
      forkId={fork?.id ?? null}
      base={base}
      text={fork === null ? current : withTitleOf(fork, base.text)}
      onClose={onClose}
      onSent={onSent}
    />
  );
}

/** Returns a fork's text; a title that was only marked as a fork's is the original's again. */
function withTitleOf(fork: PromptDetail, base: ProposalText): ProposalText {
  const isMarked = fork.title === `${base.title} (Fork)`;
  return { ...textOf(fork), ...(isMarked ? { title: base.title } : {}) };
}
