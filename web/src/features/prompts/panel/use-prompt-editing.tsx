import { useState } from 'react';
import { messages } from '#contract/messages.ts';
import { isSameText } from '#text/is-same-text.ts';
import { dropHeldFiles } from '#web/data/attachments/upload-queue.ts';
import { useAnnouncedEditing, useOpenForm } from '#web/data/live/editing.ts';
import type { PromptSave } from '#web/data/outbox/send-save.ts';
import { invalidMessage } from '#web/data/prompts/invalid-message.ts';
import { sameValues, type PromptValues } from '#web/data/prompts/prompt-values.ts';
import { textOf } from '#web/data/proposals/proposal.ts';
import type { PromptDetail } from '#web/data/prompts/prompt.ts';
import { useUser } from '#web/data/session/session.ts';
import { useLatestRef } from '#web/lib/react/use-latest-ref.ts';
import { useMountedRef } from '#web/lib/react/use-mounted-ref.ts';
import { toast } from '#web/ui/feedback/toast.ts';
import type { DraftFormProps } from '#web/ui/form/draft-form.tsx';
import { NewerVersionNotice } from '#web/ui/form/newer-version-notice.tsx';
import { useUsageCheck } from '#web/features/prompts/includes/use-usage-check.tsx';
import { ConflictView } from '#web/features/prompts/merge/conflict-view.tsx';
import type { Handover } from './handover.ts';
import {
  draftTarget,
  requestAfterSave,
  saveBaseOf,
  teamOf,
  type PanelRequest,
  type SaveBase,
} from './panel-request.ts';
import { useProposeInstead } from '#web/features/prompts/proposals/use-propose-instead.tsx';
import { useHasLostRight } from './use-has-lost-right.ts';
import { useNewerVersion } from './use-newer-version.ts';
import { usePromptForm } from './use-prompt-form.ts';
import { usePublishCheck } from './use-publish-check.tsx';
import { readOnlyTeam, useSave } from './use-save.ts';

const lostRight = {
  message: "You can't edit this prompt any more. Your changes are still here.",
  offerNew: true,
};

interface PromptEditingOptions {
  /** Used as it is when the form opens: later ones belong to another page or version. */
  readonly request: PanelRequest;
  /** The text of another form of the same prompt, which this one continues. */
  readonly handover?: Handover | null;
  /** The toast when title or content is missing. */
  readonly missing?: string | undefined;
  readonly onSaved: (id: string) => void;
  /** The save is stored on this device and will be sent later. */
  readonly onQueued: () => void;
  readonly onDiscarded: () => void;
}

/**
 * The form of a prompt with draft, outbox, conflicts and the question before publishing, as the
 * side panel and the page share it.
 */
export function usePromptEditing(options: PromptEditingOptions) {
  const { handover = null, missing } = options;
  const user = useUser();
  const [request, setRequest] = useState(options.request);
  const form = usePromptForm(request, handover);
  const latestForm = useLatestRef(form);
  const isMounted = useMountedRef();
  const save = useSave(request, form.newPromptId, {
    onSaved: (stored, version) => {
      if (keepTyped(stored, version)) return;
      form.draft.settle();
      if (isMounted.current) options.onSaved(stored.promptId);
    },
    onQueued: (stored) => {
      if (keepTyped(stored, null)) return;
      form.draft.settle();
      if (isMounted.current) options.onQueued();
    },
  });
  const publish = usePublishCheck(request);
  const usage = useUsageCheck(request);
  const busy = save.busy || publish.busy || usage.busy;
  const editedId = request.mode === 'edit' ? request.prompt.id : null;
  const isOwner = request.mode !== 'edit' || request.prompt.userId === user.id;
  useAnnouncedEditing(editedId);
  useOpenForm(request.mode === 'fork' ? request.source.id : null);
  const newer = useNewerVersion(request, form, save.busy);
  const hasLostRight = useHasLostRight(request);
  const proposing = useProposeInstead({
    promptId: editedId,
    teamId: request.mode === 'edit' ? request.prompt.teamId : null,
    wasRefused: save.problem !== null,
    readText: async () => {
      const text = await save.readBase(form.values, form);
      return { base: { version: form.base ?? 0, text: textOf(text) }, text: textOf(form.values) };
    },
    onSent: () => {
      form.draft.settle();
      options.onDiscarded();
    },
  });

  /**
   * Goes on with what was typed while a save ran, and returns whether there is something. `version` is
   * null if the save is queued.
   */
  function keepTyped(stored: PromptSave, version: number | null): boolean {
    if (form.draft.isSettled()) return false;
    const now = latestForm.current;
    const isOwn = stored.base === null && (stored.teamId ?? null) === null;
    const values = isOwn ? toOwn(now.values) : now.values;
    const isDescribed = now.changeDescription !== form.changeDescription;
    const hasTag = now.tagText.trim() !== '' && now.tagText !== form.tagText;
    if (sameValues(values, stored.values) && !isDescribed && !hasTag) return false;
    const next = requestAfterSave(request, stored, version, user.id);
    const typed = {
      values: { ...values, tags: [...values.tags] },
      changeDescription: isDescribed ? now.changeDescription : '',
      tagText: now.tagText,
      ...saveBaseOf(next.prompt),
    };
    form.draft.goOn(draftTarget(next), typed);
    now.goOn(next.prompt, typed);
    setRequest(next);
    toast.note("What you typed meanwhile isn't saved yet.");
    return true;
  }

  function submit() {
    if (busy) return;
    const values = form.check();
    if (values) {
      if (proposing.isNeeded && request.mode === 'edit' && !isSameText(values, request.prompt)) {
        proposing.propose();
        return;
      }
      publish.check(values, () => usage.check(values.content, () => send(values, form)));
      return;
    }
    const { values: typed, tagText } = form;
    toast.error(invalidMessage(typed, tagText, missing ?? messages.prompts.requiredFields));
  }

  function setPublic(isPublic: boolean) {
    const change = () => form.change({ isPublic });
    if (isPublic) publish.check({ ...form.values, isPublic }, change);
    else change();
  }

  function send(values: PromptValues, { base, from }: SaveBase) {
    // Discarded while a check ran.
    if (form.draft.isSettled()) return;
    if (base === null) void save.saveNew(values, teamOf(request));
    else void save.saveOver(values, { base, from }, form.changeDescription);
  }

  /** Saves the text in the user's own library. */
  function saveAsNew() {
    void save.saveNew(toOwn(form.values), null);
  }

  /**
   * Returns values for the user's own library, where a team's or another person's group and
   * visibility don't belong.
   */
  function toOwn(values: PromptValues): PromptValues {
    const isOwn = isOwner && teamOf(request) === null;
    return isOwn ? values : { ...values, groupId: null, isPublic: false };
  }

  /**
   * Says that the draft stays, when the form is left with changes. Another tab may have discarded the
   * one that was stored while typing.
   */
  function announceDraft() {
    if (form.hasDraft && form.draft.store()) toast.success('Draft saved on this device');
  }

  function discard() {
    form.draft.settle();
    if (request.mode !== 'edit') void dropHeldFiles(user.id, form.newPromptId);
    options.onDiscarded();
  }

  /** Only the person themselves can have saved the newer version. */
  function isByMe(theirs: PromptDetail): boolean {
    return theirs.userId === user.id && theirs.teamId === null && !theirs.isShared;
  }

  const { conflict } = save;
  const draftForm = {
    draft: form.draft,
    untouched: !form.dirty,
    textOf: ({ values }) => values.title || values.content,
    onRestore: form.restore,
    notice:
      newer && form.base !== null ? (
        <NewerVersionNotice
          subject="prompt"
          byMe={isByMe(newer)}
          at={newer.updatedAt}
          onCompare={() => void save.compare(newer, form.values, form)}
        />
      ) : null,
    offer: proposing.offer,
    problem:
      hasLostRight && save.problem?.offerNew !== true
        ? editedId === null
          ? readOnlyTeam
          : lostRight
        : save.problem,
    saveAsNewLabel: editedId === null ? 'Save to My prompts' : 'Save as a new prompt',
    onSaveAsNew: saveAsNew,
    onSubmit: submit,
  } satisfies Partial<DraftFormProps<NonNullable<typeof form.draft.offered>>>;

  return {
    request,
    form,
    busy,
    /** Only the owner of a prompt sets its visibility, and, outside of teams, its group. */
    isOwner,
    setPublic,
    discard,
    announceDraft,
    /** Props of the form around the fields. */
    draftForm,
    /** The merge with a newer version or a proposal, in place of the form; null without one. */
    merge: conflict ? (
      <ConflictView
        conflict={conflict}
        mine={form.values}
        byMe={isByMe(conflict.theirs)}
        busy={save.busy}
        onCancel={save.closeConflict}
        onKeepTheirs={discard}
        onSave={(values) => {
          const { theirs } = conflict;
          form.rebase(theirs, values);
          save.closeConflict();
          send(values, saveBaseOf(theirs));
        }}
      />
    ) : (
      proposing.panel
    ),
    /** The questions before publishing, and before other prompts change with this one. */
    questions: (
      <>
        {publish.dialog}
        {usage.dialog}
      </>
    ),
  };
}
