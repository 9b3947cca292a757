import { useMemo, useState } from 'react';
import {
  addTags,
  checkValues,
  promptTextSchema,
  sameValues,
  type PromptValues,
  type PromptText,
  type PromptValueErrors,
} from '#web/data/prompts/prompt-values.ts';
import type { Draft } from '#web/data/drafts/drafts.ts';
import { useUser } from '#web/data/session/session.ts';
import { useDraft } from '#web/data/drafts/use-draft.ts';
import { draftTarget, startingValues, type PanelRequest } from './panel-request.ts';

/** Returns the state of the panel's form: values, errors and the draft. */
export function usePromptForm(request: PanelRequest) {
  const user = useUser();
  const [start, setStart] = useState(() => startingValues(request));
  const { resume } = request;
  const [values, setValues] = useState(resume?.values ?? start);
  const [changeDescription, setChangeDescription] = useState(resume?.changeDescription ?? '');
  const [tagText, setTagText] = useState('');
  const [base, setBase] = useState(() =>
    request.mode === 'edit' ? (resume?.base ?? request.prompt.saveBase) : null,
  );
  const [checked, setChecked] = useState(false);

  const dirty = !sameValues(values, start) || changeDescription !== '' || tagText.trim() !== '';
  // A queued save stores its values itself, until they are changed here.
  const needsDraft = dirty && !(resume && sameValues(values, resume.values));
  const draftText = useMemo<PromptText | null>(
    () => (needsDraft ? { values: copyOf(values), changeDescription, tagText, base } : null),
    [needsDraft, values, changeDescription, tagText, base],
  );
  const draft = useDraft(user.id, draftTarget(request), promptTextSchema, draftText);
  const errors: PromptValueErrors = checked ? checkValues(values) : {};

  /**
   * Returns the values to save, with a tag that was typed and not added; null when a field is
   * invalid.
   */
  function check(): PromptValues | null {
    const { tags, problem } = addTags(values.tags, tagText);
    const complete = { ...values, tags };
    setChecked(true);
    if (problem === null) {
      setTagText('');
      setValues(complete);
    }
    return Object.keys(checkValues(complete)).length === 0 ? complete : null;
  }

  function restore(offered: Draft<PromptText>) {
    setValues(offered.values);
    setChangeDescription(offered.changeDescription);
    setTagText(offered.tagText);
    if (request.mode === 'edit') setBase(offered.base ?? request.prompt.saveBase);
  }

  /** Bases the form on a newer version. */
  function rebase(version: number, theirs: PromptValues, next: PromptValues) {
    setBase(version);
    setStart(theirs);
    setValues(next);
  }

  return {
    values,
    change: (change: Partial<PromptValues>) => setValues((before) => ({ ...before, ...change })),
    changeDescription,
    setChangeDescription,
    tagText,
    setTagText,
    base,
    dirty,
    /** The form has changes that are stored as a draft. */
    hasDraft: draftText !== null,
    errors,
    check,
    rebase,
    draft,
    restore,
  };
}

export type PromptFormState = ReturnType<typeof usePromptForm>;

function copyOf(values: PromptValues) {
  return { ...values, tags: [...values.tags] };
}
