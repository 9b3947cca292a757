import { useId } from 'react';
import { messages } from '#contract/messages.ts';
import type { PromptValues } from '#web/data/prompts/prompt-values.ts';
import { useUser } from '#web/data/session/session.ts';
import { Button } from '#web/ui/form/button.tsx';
import { DraftForm } from '#web/ui/form/draft-form.tsx';
import { SidePanel } from '#web/ui/overlay/side-panel.tsx';
import { toast } from '#web/ui/feedback/toast.ts';
import { ConflictView } from '#web/features/prompts/merge/conflict-view.tsx';
import { panelTitles, submitLabels, type PanelRequest } from './panel-request.ts';
import { PromptFields } from './prompt-fields.tsx';
import { usePromptForm } from './use-prompt-form.ts';
import { usePublishCheck } from './use-publish-check.tsx';
import { useSave } from './use-save.ts';

interface OpenPromptPanelProps {
  readonly request: PanelRequest;
  readonly onClose: () => void;
  readonly onSaved?: ((id: string) => void) | undefined;
  readonly onDiscard?: (() => void) | undefined;
  readonly missing?: string;
}

/** The content of {@link PromptPanel}, loaded when it first opens. */
export function OpenPromptPanel(props: OpenPromptPanelProps) {
  const { request, onClose, onSaved, onDiscard, missing } = props;
  const user = useUser();
  const formId = useId();
  const form = usePromptForm(request);
  const save = useSave(request, {
    onSaved: (id) => {
      settle();
      onSaved?.(id);
    },
    onQueued: settle,
  });

  const publish = usePublishCheck(request);

  /** Closes the panel and removes its draft: the text is saved, or discarded. */
  function settle() {
    form.draft.settle();
    onClose();
  }

  function submit() {
    if (save.busy) return;
    const values = form.check();
    if (values) {
      if (values.isPublic) publish.check(values, () => send(values, form.base));
      else send(values, form.base);
      return;
    }
    toast.error(missing ?? messages.prompts.requiredFields);
  }

  function setPublic(isPublic: boolean) {
    if (isPublic) publish.check(form.values, () => form.change({ isPublic }));
    else form.change({ isPublic });
  }

  function send(values: PromptValues, base: number | null) {
    if (base === null) void save.saveNew(values);
    else void save.saveOver(values, base, form.changeDescription);
  }

  function close() {
    if (form.hasDraft && !form.draft.failed) toast.success('Draft saved on this device');
    onClose();
  }

  function discard() {
    settle();
    onDiscard?.();
  }

  const { conflict } = save;
  if (conflict) {
    return (
      <ConflictView
        conflict={conflict}
        mine={form.values}
        byMe={conflict.theirs.userId === user.id && conflict.theirs.teamId === null}
        busy={save.busy}
        onCancel={save.closeConflict}
        onKeepTheirs={discard}
        onSave={(values) => {
          form.rebase(conflict.theirs.version, conflict.theirs, values);
          save.closeConflict();
          send(values, conflict.theirs.version);
        }}
      />
    );
  }

  const isOwner = request.mode !== 'edit' || request.prompt.userId === user.id;
  return (
    <SidePanel
      open
      onOpenChange={(open) => {
        if (!open) close();
      }}
      title={panelTitles[request.mode]}
      closeOnOutside={!form.dirty}
      footer={
        <>
          {form.dirty ? (
            <Button variant="quiet" onClick={discard} className="mr-auto">
              Discard
            </Button>
          ) : null}
          <Button onClick={close}>Cancel</Button>
          <Button type="submit" form={formId} variant="primary" busy={save.busy}>
            {submitLabels[request.mode]}
          </Button>
        </>
      }
    >
      <DraftForm
        id={formId}
        draft={form.draft}
        untouched={!form.dirty}
        textOf={({ values }) => values.title || values.content}
        onRestore={form.restore}
        problem={save.problem}
        saveAsNewLabel="Save as a new prompt"
        onSaveAsNew={() => void save.saveNew(form.values)}
        onSubmit={submit}
      >
        <PromptFields
          form={form}
          withChangeDescription={request.mode === 'edit'}
          isOwner={isOwner}
          onPublicChange={setPublic}
        />
      </DraftForm>
      {publish.dialog}
    </SidePanel>
  );
}
