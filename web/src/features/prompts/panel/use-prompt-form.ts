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

/** The state of the panel's form: its words, what is wrong with them, and the draft that keeps them. */
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
  // A save that waits keeps its words itself, until they are changed here.
  const missed = dirty && !(resume && sameValues(values, resume.values));
  const words = useMemo<PromptText | null>(
    () => (missed ? { values: copyOf(values), changeDescription, tagText, base } : null),
    [missed, values, changeDescription, tagText, base],
  );
  const draft = useDraft(user.id, draftTarget(request), promptTextSchema, words);
  const errors: PromptValueErrors = checked ? checkValues(values) : {};

  /** The values as they would be saved, with a tag that was typed and not added; null when something is wrong. */
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

  function restore(kept: Draft<PromptText>) {
    setValues(kept.values);
    setChangeDescription(kept.changeDescription);
    setTagText(kept.tagText);
    if (request.mode === 'edit') setBase(kept.base ?? request.prompt.saveBase);
  }

  /** From now on the words are based on what somebody else saved. */
  function rebase(version: number, seen: PromptValues, next: PromptValues) {
    setBase(version);
    setStart(seen);
    setValues(next);
  }

  return {
    values,
    change: (change: Partial<PromptValues>) => setValues((known) => ({ ...known, ...change })),
    changeDescription,
    setChangeDescription,
    tagText,
    setTagText,
    base,
    dirty,
    /** Closing it now leaves a draft. */
    leavesDraft: words !== null,
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
