import { useEffect, useMemo, useState } from 'react';
import { markFilesInUse } from '#web/data/attachments/files-in-use.ts';
import { dropHeldFiles, showHeldFiles, useUploads } from '#web/data/attachments/upload-queue.ts';
import { addTags } from '#web/data/prompts/add-tags.ts';
import {
  checkValues,
  promptTextSchema,
  sameValues,
  valuesOf,
  type PromptValues,
  type PromptText,
  type PromptValueErrors,
} from '#web/data/prompts/prompt-values.ts';
import type { PromptDetail } from '#web/data/prompts/prompt.ts';
import type { Draft } from '#web/data/drafts/drafts.ts';
import { useUser } from '#web/data/session/session.ts';
import { useDraft } from '#web/data/drafts/use-draft.ts';
import { newId } from '#contract/new-id.ts';
import type { Handover } from './handover.ts';
import {
  draftTarget,
  saveBaseOf,
  startingValues,
  type PanelRequest,
  type SaveBase,
} from './panel-request.ts';

/**
 * Returns the state of a prompt's form: values, errors and the draft. `handover` is the text of
 * another form, with which this one goes on.
 */
export function usePromptForm(request: PanelRequest, handover: Handover | null) {
  const user = useUser();
  const [start, setStart] = useState(() => startingValues(request));
  const { resume } = request;
  const { text: handed } = handover ?? {};
  const [values, setValues] = useState(handed?.values ?? resume?.values ?? start);
  const [changeDescription, setChangeDescription] = useState(
    handed?.changeDescription ?? resume?.changeDescription ?? '',
  );
  const [tagText, setTagText] = useState(handed?.tagText ?? '');
  const [{ base, from }, setBase] = useState(() => baseOf(request, handed ?? resume));
  const [checked, setChecked] = useState(false);
  // One id for the form, so that a repeated save doesn't create a second prompt.
  const [newPromptId, setNewPromptId] = useState(
    () => handed?.promptId ?? (resume?.base === null ? resume.promptId : newId()),
  );
  const isNew = request.mode !== 'edit';
  const hasFiles = useUploads(newPromptId).length > 0;
  useEffect(() => {
    if (!isNew) return;
    void showHeldFiles(user.id, newPromptId);
    return markFilesInUse(newPromptId);
  }, [isNew, user.id, newPromptId]);

  const dirty =
    !sameValues(values, start) || changeDescription !== '' || tagText.trim() !== '' || hasFiles;
  // A queued save stores its values itself, until they are changed here.
  const needsDraft = dirty && !(resume && sameValues(values, resume.values));
  const draftText = useMemo<PromptText | null>(() => {
    if (!needsDraft) return null;
    const text = {
      values: copyOf(values),
      changeDescription,
      tagText,
      base,
      from: from && copyOf(from),
    };
    return isNew ? { ...text, promptId: newPromptId } : text;
  }, [needsDraft, values, changeDescription, tagText, base, from, isNew, newPromptId]);
  const target = draftTarget(request);
  const draft = useDraft(user.id, target, promptTextSchema, draftText, handover?.writer);
  const errors: PromptValueErrors = checked ? checkValues(values) : {};

  /**
   * Returns the values to save, with a tag that was typed and not added; null when a field is
   * invalid.
   */
  function check(): PromptValues | null {
    const { tags, rest } = addTags(values.tags, tagText);
    const complete = { ...values, tags };
    setChecked(true);
    setTagText(rest);
    setValues(complete);
    if (rest !== '') return null;
    return Object.keys(checkValues(complete)).length === 0 ? complete : null;
  }

  function restore(offered: Draft<PromptText>) {
    setValues(offered.values);
    setChangeDescription(offered.changeDescription);
    setTagText(offered.tagText);
    if (offered.promptId !== undefined) setNewPromptId(offered.promptId);
    setBase(baseOf(request, offered));
  }

  /** Bases the form on a newer version, and shows other values. */
  function rebase(theirs: PromptDetail, next: PromptValues) {
    setBase(saveBaseOf(theirs));
    setStart(valuesOf(theirs));
    setValues(next);
  }

  /** Goes on with text that was typed while the form's prompt was saved or queued. */
  function goOn(saved: PromptDetail, typed: PromptText) {
    rebase(saved, typed.values);
    setChangeDescription(typed.changeDescription);
    // The id is taken: a copy of the text will be another prompt.
    setNewPromptId(newId());
  }

  return {
    values,
    change: (change: Partial<PromptValues>) => setValues((before) => ({ ...before, ...change })),
    changeDescription,
    setChangeDescription,
    tagText,
    setTagText,
    base,
    /** The values of a queued save that the form is based on; `base` is only its expected version. */
    from,
    /** The id that a new prompt will get. */
    newPromptId,
    dirty,
    /** The form has changes that are stored as a draft. */
    hasDraft: draftText !== null,
    /** Returns the text for another form, which goes on with it; null if nothing was changed. */
    toHandover: (from: string): Handover | null =>
      draftText && { target, writer: draft.writer, text: draftText, from },
    errors,
    check,
    rebase,
    goOn,
    draft: {
      ...draft,
      discard: (offered: Draft<PromptText>) => {
        draft.discard(offered);
        if (offered.promptId !== undefined) void dropHeldFiles(user.id, offered.promptId);
      },
    },
    restore,
  };
}

export type PromptFormState = ReturnType<typeof usePromptForm>;

/** Returns what a form is based on. An earlier text that it continues brings its base. */
function baseOf(request: PanelRequest, text?: SaveBase): SaveBase {
  if (text && text.base !== null) return { base: text.base, from: text.from };
  return request.mode === 'edit' ? saveBaseOf(request.prompt) : { base: null, from: null };
}

function copyOf(values: PromptValues) {
  return { ...values, tags: [...values.tags] };
}
