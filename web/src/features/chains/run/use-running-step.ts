import { useMutation } from '@tanstack/react-query';
import { useMemo, useRef, useState } from 'react';
import type { ChainRun } from '#web/data/chains/chain-runs.ts';
import { recordUse } from '#web/data/prompts/prompt-uses.ts';
import { useUser } from '#web/data/session/session.ts';
import { useDraft } from '#web/data/drafts/use-draft.ts';
import { getOwn } from '#web/lib/values/get-own.ts';
import {
  answersByName,
  unresolvedVariables,
  referencedStep,
  stepsUsing,
  stepText,
} from '#web/lib/variables/step-references.ts';
import { isValidValue } from '#web/lib/variables/variables.ts';
import { copyText } from '#web/ui/feedback/copy-text.ts';
import { initialStepText, type StepText } from './run-steps.ts';
import { runDraftSchema } from './run-labels.ts';

interface StepActions {
  /** Both tell whether it was written. */
  readonly onDone: (words: StepText) => Promise<boolean>;
  readonly onStop: (words: StepText) => Promise<boolean>;
  /** A field holds what its kind does not allow, or the answer is wanted. */
  readonly onWrong: () => void;
}

/** The state of the step that is running: what it asks for, what is filled in and pasted, and the draft that keeps it. */
export function useRunningStep(run: ChainRun, { onDone, onStop, onWrong }: StepActions) {
  const user = useUser();
  const { answers, steps } = run;
  const number = answers.length + 1;
  const step = steps[answers.length];
  const content = step?.content ?? null;
  const [start] = useState(() => initialStepText(run, answers.length));
  const [values, setValues] = useState(start.values);
  const [answer, setAnswer] = useState(start.answer);
  const [pressed, setPressed] = useState(false);
  const { mutate: record } = useMutation(recordUse(user.id));
  const recorded = useRef(false);

  const dirty = answer !== start.answer || !sameValues(values, start.values);
  const words = useMemo(() => (dirty ? { values, answer } : null), [dirty, values, answer]);
  const draft = useDraft(user.id, `run:${run.id}:${number}`, runDraftSchema, words);

  const asked = useMemo(
    () => (content === null ? [] : unresolvedVariables(content, answers)),
    [content, answers],
  );
  const shown = useMemo(() => ({ ...values, ...answersByName(answers) }), [values, answers]);
  const users = useMemo(
    () =>
      stepsUsing(
        number,
        steps.map((each) => each.content),
      ),
    [number, steps],
  );
  const missing = answer.trim() === '' && users.length > 0;

  function filled(): boolean {
    const wrong = asked.some((variable) => !isValidValue(variable, getOwn(values, variable.name)));
    if (wrong) onWrong();
    return !wrong;
  }

  function noteUse() {
    if (recorded.current || !step?.promptId) return;
    recorded.current = true;
    const given = asked.length === 0 ? {} : { values: ordinary(values) };
    record({ promptId: step.promptId, ...given });
  }

  return {
    number,
    title: step?.title ?? '',
    version: step?.version ?? null,
    content,
    asked,
    values,
    setValue: (name: string, value: string) => setValues((known) => ({ ...known, [name]: value })),
    /** Everything that is put into the text: values and earlier answers. */
    shown,
    answer,
    setAnswer,
    /** The numbers of the later steps that use the answer. */
    users,
    /** The answer is wanted, and was not there when going on was pressed. */
    unanswered: pressed && missing,
    draft,
    dirty,
    restore: () => {
      if (!draft.offered) return;
      setValues(draft.offered.values);
      setAnswer(draft.offered.answer);
      draft.adopt(draft.offered);
    },
    async copy() {
      if (content === null || !filled()) return;
      if (await copyText(stepText(content, values, answers))) noteUse();
    },
    async finish(withoutAnswer = false) {
      if (!filled()) return;
      if (missing && !withoutAnswer) {
        setPressed(true);
        // Once the field says that it is wanted.
        requestAnimationFrame(onWrong);
      } else if (await onDone({ values, answer })) {
        noteUse();
        draft.settle();
      }
    },
    async stop() {
      if (await onStop({ values, answer })) draft.settle();
    },
  };
}

/** What is worth remembering with the prompt: answers belong to this run alone. */
function ordinary(values: StepText['values']): Record<string, string> {
  return Object.fromEntries(
    Object.entries(values).filter(([name]) => referencedStep(name) === null),
  );
}

function sameValues(one: StepText['values'], other: StepText['values']): boolean {
  const names = new Set([...Object.keys(one), ...Object.keys(other)]);
  return [...names].every((name) => getOwn(one, name) === getOwn(other, name));
}
