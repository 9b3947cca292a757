import { useId } from 'react';
import { useOpenForm } from '#web/data/live/editing.ts';
import type { PromptDetail } from '#web/data/prompts/prompt.ts';
import type { Proposal } from '#web/data/proposals/proposal.ts';
import { acceptProposal } from '#web/data/proposals/proposal-changes.ts';
import { useUsageCheck } from '#web/features/prompts/includes/use-usage-check.tsx';
import { useFocusWhenOpened } from '#web/lib/react/use-focus-when-opened.ts';
import { Button } from '#web/ui/form/button.tsx';
import { DraftForm } from '#web/ui/form/draft-form.tsx';
import { ProposalFields } from './proposal-fields.tsx';
import { queuedSavesProblem } from './queued-saves-problem.ts';
import { useProposalForm, type TextStart } from './use-proposal-form.ts';
import { useSendText } from './use-send-text.tsx';

interface EditProposalProps {
  readonly proposal: Proposal;
  readonly prompt: PromptDetail;
  /** The proposal with the chosen parts, and the version that it was merged with. */
  readonly start: TextStart;
  /** Whether the user may still answer the proposal. */
  readonly mayReview: boolean;
  readonly onBack: () => void;
  readonly onAnswered: () => Promise<void>;
}

/** Changes the text of a proposal before accepting it. Stays open if somebody else answers first. */
export default function EditProposal(props: EditProposalProps) {
  const { proposal, prompt, start, mayReview, onBack, onAnswered } = props;
  const formId = useId();
  const form = useProposalForm({
    ...start,
    target: `review:${proposal.id}`,
  });
  const { busy, problem, setProblem, sendText, mergePanel } = useSendText({
    form,
    promptId: prompt.id,
    mergesNewer: true,
    mergedLabel: 'Accept merged text',
    send: async (text, base, settle) => {
      try {
        await acceptProposal(proposal.id, base.version, text);
        if (settle()) onBack();
      } finally {
        await onAnswered();
      }
    },
  });
  const usage = useUsageCheck({ mode: 'edit', prompt });
  const isBusy = busy || usage.busy;
  useOpenForm(prompt.id);
  useFocusWhenOpened(() => document.getElementById(formId)?.querySelector('input'));
  const isAnswered = proposal.state !== 'open';
  const refusal = isAnswered
    ? 'The proposal was answered meanwhile. Your text is still here, to copy.'
    : mayReview
      ? null
      : "You can't answer this proposal any more. Your text is still here, to copy.";
  const shownProblem = refusal ?? problem;

  function submit() {
    if (isBusy || refusal !== null) return;
    const queuedProblem = queuedSavesProblem(prompt);
    if (queuedProblem !== null) {
      setProblem(queuedProblem);
      return;
    }
    const text = form.check();
    if (text !== null) usage.check(text.content, () => void sendText(text));
  }

  return (
    <section aria-labelledby="edit-title" className="max-w-[760px]">
      <h2 id="edit-title" className="mb-4 font-serif text-xl font-medium">
        Edit before accepting
      </h2>
      <DraftForm
        id={formId}
        draft={form.draft}
        untouched={!form.dirty}
        textOf={({ text }) => text.title}
        onRestore={form.restore}
        problem={shownProblem === null ? null : { message: shownProblem, offerNew: false }}
        onSubmit={submit}
      >
        <div className="flex flex-col gap-5">
          <ProposalFields form={form} />
        </div>
        <div className="mt-6 flex flex-wrap gap-2 border-t border-hairline pt-4 max-sm:*:grow">
          <Button
            onClick={() => {
              form.draft.settle();
              onBack();
            }}
            className="sm:mr-auto"
          >
            {form.dirty ? 'Discard my edits' : 'Back to the changes'}
          </Button>
          {refusal !== null ? null : (
            <Button type="submit" variant="primary" busy={isBusy}>
              Accept this text
            </Button>
          )}
        </div>
      </DraftForm>
      {mergePanel}
      {usage.dialog}
    </section>
  );
}
