import { useEffect, useId, useRef, type KeyboardEvent } from 'react';
import { messages } from '#contract/messages.ts';
import type { PromptValues } from '#web/data/prompts/prompt-values.ts';
import { useUser } from '#web/data/session/session.ts';
import { Button } from '#web/ui/form/button.tsx';
import { DraftNotice } from '#web/ui/form/draft-notice.tsx';
import { SidePanel } from '#web/ui/overlay/side-panel.tsx';
import { toast } from '#web/ui/feedback/toast.ts';
import { ConflictView } from './conflict-view.tsx';
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

/** {@link PromptPanel} while it is open; loaded when it first opens. */
export function OpenPromptPanel(props: OpenPromptPanelProps) {
  const { request, onClose, onSaved, onDiscard, missing } = props;
  const user = useUser();
  const formId = useId();
  const fields = useRef<HTMLFormElement>(null);
  const form = usePromptForm(request);
  const save = useSave(request, {
    onSaved: (id) => {
      settle();
      onSaved?.(id);
    },
    onWaiting: settle,
  });

  const publish = usePublishCheck(request);

  // Why it was not saved stands above the fields, which may be scrolled away.
  useEffect(() => {
    if (save.problem) fields.current?.querySelector('[role="alert"]')?.scrollIntoView();
  }, [save.problem]);

  /** The words are safe, or not wanted. */
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
    // Once the fields say what is wrong with them.
    requestAnimationFrame(() => {
      fields.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
    });
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
    if (form.leavesDraft && !form.draft.failed) toast.success('Kept as a draft on this device');
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
        onBack={() => save.closeConflict()}
        onTakeTheirs={discard}
        onSave={(values) => {
          form.rebase(conflict.theirs.version, conflict.theirs, values);
          save.closeConflict();
          send(values, conflict.theirs.version);
        }}
      />
    );
  }

  const asOwner = request.mode !== 'edit' || request.prompt.userId === user.id;
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
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- keys of its fields */}
      <form
        id={formId}
        ref={fields}
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          submit();
        }}
        onKeyDown={(event: KeyboardEvent) => {
          if (event.key !== 'Enter' || !(event.metaKey || event.ctrlKey)) return;
          event.preventDefault();
          submit();
        }}
      >
        {form.draft.offered && !form.dirty ? (
          <DraftNotice
            savedAt={form.draft.offered.savedAt}
            words={form.draft.offered.values.title || form.draft.offered.values.content}
            onRestore={() => form.draft.offered && form.restore(form.draft.offered)}
            onDiscard={() => form.draft.offered && form.draft.discard(form.draft.offered)}
          />
        ) : null}
        {save.problem ? (
          <div
            role="alert"
            className="mb-5 rounded-md bg-danger-wash px-4 py-3 text-sm text-danger-ink"
          >
            <p>{save.problem.message}</p>
            {save.problem.offerNew ? (
              <Button size="small" className="mt-2" onClick={() => void save.saveNew(form.values)}>
                Save as a new prompt
              </Button>
            ) : null}
          </div>
        ) : null}
        {form.draft.failed ? (
          <p
            role="alert"
            className="mb-5 rounded-md bg-danger-wash px-4 py-3 text-sm text-danger-ink"
          >
            This device has no room to keep these words as a draft. Save them before you leave.
          </p>
        ) : null}
        <PromptFields
          form={form}
          withChangeDescription={request.mode === 'edit'}
          asOwner={asOwner}
          onPublicChange={setPublic}
        />
      </form>
      {publish.dialog}
    </SidePanel>
  );
}
