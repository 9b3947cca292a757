import { useMemo, useState } from 'react';
import * as v from 'valibot';
import { isSameText } from '#text/is-same-text.ts';
import type { Draft } from '#web/data/drafts/drafts.ts';
import { useDraft } from '#web/data/drafts/use-draft.ts';
import { addTags } from '#web/data/prompts/add-tags.ts';
import {
  checkValues,
  emptyValues,
  type PromptValueErrors,
} from '#web/data/prompts/prompt-values.ts';
import { checkNote, proposalTextSchema, type ProposalText } from '#web/data/proposals/proposal.ts';
import { useUser } from '#web/data/session/session.ts';

const draftSchema = v.object({
  text: proposalTextSchema,
  /** The version that the text was made from, which its writer may not be able to read later. */
  base: v.object({ version: v.number(), text: proposalTextSchema }),
  /** The text in the tags field that is not yet a tag. */
  tagText: v.string(),
  message: v.string(),
});

type ProposalDraft = Readonly<v.InferOutput<typeof draftSchema>>;

/** A version of a prompt that a text is made from. */
export interface TextBase {
  readonly version: number;
  readonly text: ProposalText;
}

/** The text that a form starts with, and the version that it was made from. */
export interface TextStart {
  readonly text: ProposalText;
  readonly base: TextBase;
}

interface ProposalFormStart extends TextStart {
  /** The subject of the draft. */
  readonly target: string;
}

/** Returns the state of a form with a prompt's texts that are proposed, or accepted after editing. */
export function useProposalForm({ target, ...start }: ProposalFormStart) {
  const user = useUser();
  const [initial, setInitial] = useState(start.text);
  const [base, setBase] = useState(start.base);
  const [text, setText] = useState(start.text);
  const [tagText, setTagText] = useState('');
  const [message, setMessage] = useState('');
  const [checked, setChecked] = useState(false);
  const dirty = !isSameText(text, initial) || tagText.trim() !== '' || message.trim() !== '';
  const draftText = useMemo<ProposalDraft | null>(() => {
    return dirty ? { text, base, tagText, message } : null;
  }, [dirty, text, base, tagText, message]);
  const draft = useDraft(user.id, target, draftSchema, draftText);
  const errors: PromptValueErrors & { readonly message?: string } = checked
    ? errorsOf(text, message)
    : {};

  /** Returns the text to send, with a tag that was typed and not added; null if a field is invalid. */
  function check(): ProposalText | null {
    const { tags, rest } = addTags(text.tags, tagText);
    const complete = { ...text, tags };
    setChecked(true);
    setTagText(rest);
    setText(complete);
    if (rest !== '') return null;
    return Object.keys(errorsOf(complete, message)).length === 0 ? complete : null;
  }

  return {
    values: text,
    change: (change: Partial<ProposalText>) => setText((before) => ({ ...before, ...change })),
    tagText,
    setTagText,
    message,
    setMessage,
    base,
    dirty,
    errors,
    check,
    draft,
    restore: (offered: Draft<ProposalDraft>) => {
      setText(offered.text);
      setBase(offered.base);
      setTagText(offered.tagText);
      setMessage(offered.message);
    },
    /** Bases the form on a newer version. */
    rebase: (next: TextBase, merged: ProposalText) => {
      setBase(next);
      setInitial(next.text);
      setText(merged);
    },
  };
}

export type ProposalForm = ReturnType<typeof useProposalForm>;

function errorsOf(text: ProposalText, message: string) {
  const problem = checkNote('The message', message);
  const errors = checkValues({ ...emptyValues, ...text });
  return problem === null ? errors : { ...errors, message: problem };
}
