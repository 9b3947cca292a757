import { useMutation } from '@tanstack/react-query';
import { useMemo, useRef, useState } from 'react';
import * as v from 'valibot';
import type { ChainRun } from '#web/data/chains/chain-runs.ts';
import { recordUse } from '#web/data/prompts/prompt-uses.ts';
import { useUser } from '#web/data/session/session.ts';
import { useDraft } from '#web/data/drafts/use-draft.ts';
import { useLatestRef } from '#web/lib/react/use-latest-ref.ts';
import { getOwn } from '#web/lib/values/get-own.ts';
import { recordOf } from '#web/lib/values/record-of.ts';
import {
  fieldVariables,
  givenValues,
  referencedStep,
  stepsUsing,
  stepText,
  stepValues,
} from '#web/lib/variables/step-references.ts';
import { isValidValue, type Variable } from '#templating/variables.ts';
import { toast } from '#web/ui/feedback/toast.ts';
import { copyText } from '#web/ui/feedback/copy-text.ts';
import { valueHint } from './value-hint.ts';
import { answerTarget, initialStepText, type StepText } from './run-steps.ts';

interface StepActions {
  /** Both resolve to whether the step was saved. */
  readonly onDone: (text: StepText) => Promise<boolean>;
  readonly onStop: (text: StepText) => Promise<boolean>;
  /** Called instead of copying if a value is invalid. */
  readonly onInvalidCopy: () => void;
}

const draftSchema = v.object({
  values: recordOf(v.string()),
  answer: v.string(),
});

/** Returns the state of the current step: its variables, values, answer and draft. */
export function useRunningStep(run: ChainRun, { onDone, onStop, onInvalidCopy }: StepActions) {
  const user = useUser();
  const { answers, steps } = run;
  const number = answers.length + 1;
  const step = steps[answers.length];
  const content = step?.content ?? null;
  const [start] = useState(() => initialStepText(run, answers.length));
  const [values, setValues] = useState(start.values);
  const [answer, setAnswer] = useState(start.answer);
  const latest = useLatestRef({ values, answer });
  const [hasSubmitted, setHasSubmitted] = useState(false);
  const [isFinishing, setIsFinishing] = useState(false);
  const { mutate: record } = useMutation(recordUse(user.id));
  const isUseRecorded = useRef(false);

  const dirty = answer !== start.answer || !sameValues(values, start.values);
  const unsaved = useMemo(() => (dirty ? { values, answer } : null), [dirty, values, answer]);
  const draft = useDraft(user.id, `run:${run.id}:${number}`, draftSchema, unsaved);

  const variables = useMemo(() => (step ? fieldVariables(step, answers) : []), [step, answers]);
  const given = useMemo(() => (step ? givenValues(step, answers) : {}), [step, answers]);
  const allValues = useMemo(
    () => (step ? stepValues(step, values, answers) : {}),
    [step, values, answers],
  );
  const usedBy = useMemo(() => stepsUsing(number, steps), [number, steps]);
  const needsAnswer = answer.trim() === '' && usedBy.length > 0;

  const isValid = variables.every((variable) =>
    isValidValue(variable, getOwn(allValues, variable.name)),
  );

  function recordUseOnce() {
    if (isUseRecorded.current || !step?.promptId) return;
    isUseRecorded.current = true;
    const isAsked = (name: string) =>
      referencedStep(name) === null && !Object.hasOwn(step.bindings, name);
    const asked = pickValues(values, isAsked);
    // Values from the chain aren't stored as last used.
    const kept =
      step.draft === null ? pickValues(step.values, (name) => Object.hasOwn(given, name)) : {};
    const hasAsked = variables.some(({ name }) => isAsked(name));
    record({ promptId: step.promptId, ...(hasAsked ? { values: { ...kept, ...asked } } : {}) });
  }

  async function save(): Promise<void> {
    setIsFinishing(true);
    const isSaved = await onDone({ values, answer });
    setIsFinishing(false);
    if (!isSaved) return;
    recordUseOnce();
    const { answer: typed } = latest.current;
    if (typed === answer) draft.settle();
    else {
      draft.goOn(answerTarget(run.id, number), { values, answer: typed });
      toast.note(
        `What you typed meanwhile isn't saved yet. Go on in the answer of step ${number}.`,
      );
    }
  }

  return {
    number,
    title: step?.title ?? '',
    version: step?.version ?? null,
    content,
    /** The variables with a field; an answer may have many lines. */
    variables: variables.map((variable) => withRoom(variable, getOwn(given, variable.name))),
    /** Says where the value of a variable comes from. */
    hintOf: (name: string) =>
      step ? valueHint(step.bindings, given, name, Object.hasOwn(values, name)) : null,
    setValue: (name: string, value: string) =>
      setValues((current) => ({ ...current, [name]: value })),
    /** The step is being saved with its values, and no form would show later ones. */
    isFinishing,
    /** Everything that is inserted into the prompt: entered values and earlier answers. */
    allValues,
    answer,
    setAnswer,
    /** The numbers of the later steps that use the answer. */
    usedBy,
    /** Whether the step was submitted without an answer that later steps use. */
    isAnswerMissing: hasSubmitted && needsAnswer,
    draft,
    dirty,
    restore: (stored: StepText) => {
      setValues(stored.values);
      setAnswer(stored.answer);
    },
    async copy() {
      if (!step || content === null) return;
      if (!isValid) onInvalidCopy();
      else if (await copyText(stepText(step, values, answers), content)) recordUseOnce();
    },
    async finish(withoutAnswer = false) {
      if (!isValid) return;
      if (needsAnswer && !withoutAnswer) setHasSubmitted(true);
      else await save();
    },
    async stop() {
      if (!(await onStop({ values, answer }))) return;
      const now = latest.current;
      // Otherwise offered when the run goes on.
      if (now.answer === answer && sameValues(now.values, values)) draft.settle();
    },
  };
}

/** Returns the variable with a field of many lines, which keeps line breaks, if its value has some. */
function withRoom(variable: Variable, given: string): Variable {
  const isLong = variable.kind === 'text' && /[\r\n]|.{60}/.test(given);
  return isLong ? { ...variable, kind: 'long' } : variable;
}

function pickValues(values: StepText['values'], isPicked: (name: string) => boolean) {
  return Object.fromEntries(Object.entries(values).filter(([name]) => isPicked(name)));
}

function sameValues(one: StepText['values'], other: StepText['values']): boolean {
  const names = new Set([...Object.keys(one), ...Object.keys(other)]);
  return [...names].every((name) => getOwn(one, name) === getOwn(other, name));
}
