import { useQueryClient } from '@tanstack/react-query';
import { useId } from 'react';
import { limits } from '#contract/limits.ts';
import { isSameText } from '#text/is-same-text.ts';
import { useOpenForm } from '#web/data/live/editing.ts';
import type { ProposalText } from '#web/data/proposals/proposal.ts';
import { proposeEdit, refetchProposals } from '#web/data/proposals/proposal-changes.ts';
import { Button } from '#web/ui/form/button.tsx';
import { Counter } from '#web/ui/form/counter.tsx';
import { DraftForm } from '#web/ui/form/draft-form.tsx';
import { TextArea } from '#web/ui/form/text-area.tsx';
import { toast } from '#web/ui/feedback/toast.ts';
import { SidePanel } from '#web/ui/overlay/overlays.tsx';
import { ProposalFields } from './proposal-fields.tsx';
import { useProposalForm, type TextBase } from './use-proposal-form.ts';
import { useSendText } from './use-send-text.tsx';

interface SuggestFormProps {
  readonly title: string;
  readonly promptId: string;
  readonly promptTitle: string;
  /** The user lost the right to read the prompt, or it was deleted. */
  readonly isUnreadable?: boolean;
  /** The user's fork that the proposal comes from; null for a direct suggestion. */
  readonly forkId: string | null;
  /** The version that the proposal is made from. */
  readonly base: TextBase;
  /** The text that the form starts with. */
  readonly text: ProposalText;
  readonly onClose: () => void;
  readonly onSent: (proposalId: string) => void;
}

const unreadable = {
  message: "You can't see this prompt any more. Your text is still here, to copy.",
  offerNew: false,
};

/** A side panel to change a prompt's texts and send the change to those who may accept it. */
export default function SuggestForm(props: SuggestFormProps) {
  const { title, promptId, promptTitle, isUnreadable = false, forkId, onClose, onSent } = props;
  const client = useQueryClient();
  const formId = useId();
  const form = useProposalForm({
    target: forkId === null ? `proposal:${promptId}` : `proposal:${promptId}:${forkId}`,
    base: props.base,
    text: props.text,
  });
  const { busy, problem, setProblem, sendText, mergePanel } = useSendText({
    form,
    promptId,
    mergesNewer: forkId === null,
    mergedLabel: 'Send merged proposal',
    send: async (text, base, settle) => {
      const { message } = form;
      const id = await proposeEdit({ promptId, baseVersion: base.version, text, message, forkId });
      void refetchProposals(client);
      if (settle()) onSent(id);
    },
  });
  useOpenForm(promptId);

  function submit() {
    if (busy) return;
    setProblem(null);
    const text = form.check();
    if (text === null) return;
    if (isSameText(text, form.base.text)) setProblem('Change something first.');
    else void sendText(text);
  }

  function close() {
    // Another tab may have discarded the draft that was stored while typing.
    if (form.dirty && form.draft.store()) toast.success('Draft saved on this device');
    onClose();
  }

  if (mergePanel) return mergePanel;
  return (
    <SidePanel
      open
      onOpenChange={close}
      title={title}
      closeOnOutside={!form.dirty}
      description={
        <>
          Nothing changes in “<bdi>{promptTitle}</bdi>” until somebody who can edit it accepts your
          proposal. They see your name and picture.
        </>
      }
      footer={
        <>
          {form.dirty ? (
            <Button
              variant="quiet"
              className="mr-auto"
              onClick={() => {
                form.draft.settle();
                onClose();
              }}
            >
              Discard
            </Button>
          ) : null}
          <Button onClick={close}>Cancel</Button>
          <Button type="submit" form={formId} variant="primary" busy={busy}>
            Send proposal
          </Button>
        </>
      }
    >
      <DraftForm
        id={formId}
        draft={form.draft}
        untouched={!form.dirty}
        textOf={({ text, message }) => message || text.title}
        onRestore={form.restore}
        problem={
          isUnreadable
            ? unreadable
            : problem === null
              ? null
              : { message: problem, offerNew: false }
        }
        onSubmit={submit}
      >
        <div className="flex flex-col gap-5">
          <ProposalFields form={form} />
          <TextArea
            label="Why this change?"
            hint="Optional. It helps the person who reviews it."
            value={form.message}
            onChange={(event) => form.setMessage(event.currentTarget.value)}
            error={form.errors.message}
            aside={<Counter text={form.message} limit={limits.proposalNoteLength} />}
            areaClassName="min-h-16 max-h-48"
          />
        </div>
      </DraftForm>
    </SidePanel>
  );
}
