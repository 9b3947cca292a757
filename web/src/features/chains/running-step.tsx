import { useMutation } from '@tanstack/react-query';
import { Copy } from 'lucide-react';
import { useEffect, useMemo, useRef, useState, type KeyboardEvent } from 'react';
import { recordUse } from '#web/data/prompt-uses.ts';
import type { ChainRun } from '#web/data/chain-runs.ts';
import { useUser } from '#web/data/session.ts';
import { useDraft } from '#web/data/use-draft.ts';
import { countOf } from '#web/lib/count-of.ts';
import { ownValue } from '#web/lib/own-value.ts';
import {
  answersByName,
  askedVariables,
  referencedStep,
  stepsUsing,
  stepText,
} from '#web/lib/step-references.ts';
import { fits } from '#web/lib/variables.ts';
import { Button } from '#web/ui/button.tsx';
import { DraftNotice } from '#web/ui/draft-notice.tsx';
import { TextArea } from '#web/ui/text-area.tsx';
import { VariableFields } from '#web/ui/variable-fields.tsx';
import { VariableText } from '#web/ui/variable-text.tsx';
import { copyText } from './copy-text.ts';
import { startingWords, type StepWords } from './run-steps.ts';
import { runWordsSchema } from './run-words.ts';
import { StepNumber } from './step-number.tsx';
import { titleOf } from './step-note.tsx';

interface RunningStepProps {
  readonly run: ChainRun;
  /** What each step of the run sends, before anything is filled in. */
  readonly contents: readonly (string | null)[];
  readonly busy: boolean;
  /** Both tell whether it was written. */
  readonly onDone: (words: StepWords) => Promise<boolean>;
  readonly onStop: (words: StepWords) => Promise<boolean>;
}

/** The step that is running: fill in, copy, paste the answer, go on. */
export function RunningStep({ run, contents, busy, onDone, onStop }: RunningStepProps) {
  const user = useUser();
  const index = run.answers.length;
  const number = index + 1;
  const step = run.steps[index];
  const content = step?.content ?? null;
  const [start] = useState(() => startingWords(run, index));
  const [values, setValues] = useState(start.values);
  const [answer, setAnswer] = useState(start.answer);
  const [unanswered, setUnanswered] = useState(false);
  const heading = useRef<HTMLHeadingElement>(null);
  const form = useRef<HTMLFormElement>(null);
  const { mutate: record } = useMutation(recordUse(user.id));
  const recorded = useRef(false);

  const dirty = answer !== start.answer || !sameValues(values, start.values);
  const words = useMemo(() => (dirty ? { values, answer } : null), [dirty, values, answer]);
  const draft = useDraft(user.id, `run:${run.id}:${number}`, runWordsSchema, words);

  // The next step comes where the last one was: its heading is where reading goes on.
  useEffect(() => {
    if (number > 1) heading.current?.focus();
  }, [number]);

  const asked = useMemo(
    () => (content === null ? [] : askedVariables(content, run.answers)),
    [content, run.answers],
  );
  const shown = useMemo(
    () => ({ ...values, ...answersByName(run.answers) }),
    [values, run.answers],
  );
  const users = stepsUsing(number, contents);
  const last = number === run.steps.length;

  function noteUse() {
    if (recorded.current || !step?.promptId) return;
    recorded.current = true;
    const filled = asked.length === 0 ? {} : { values: ordinary(values) };
    record({ promptId: step.promptId, ...filled });
  }

  /** Whether each field holds what its kind allows; goes to the first that does not. */
  function filled(): boolean {
    const wrong = asked.some((variable) => !fits(variable, ownValue(values, variable.name)));
    if (wrong) form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
    return !wrong;
  }

  async function finish(withoutAnswer: boolean) {
    if (!filled()) return;
    if (answer.trim() === '' && users.length > 0 && !withoutAnswer) {
      setUnanswered(true);
      return;
    }
    if (await onDone({ values, answer })) {
      noteUse();
      draft.settle();
    }
  }

  async function stop() {
    if (await onStop({ values, answer })) draft.settle();
  }

  async function copy() {
    if (content === null || !filled()) return;
    if (await copyText(stepText(content, values, run.answers))) noteUse();
  }

  return (
    <li
      aria-current="step"
      className="cue-line flex gap-3 rounded-lg border border-hairline bg-surface p-4 sm:gap-4 sm:p-5"
    >
      <StepNumber number={number} />
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- keys of its fields */}
      <form
        ref={form}
        noValidate
        className="min-w-0 flex-1"
        onSubmit={(event) => {
          event.preventDefault();
          void finish(false);
        }}
        onKeyDown={(event: KeyboardEvent) => {
          if (event.key !== 'Enter' || !(event.metaKey || event.ctrlKey)) return;
          event.preventDefault();
          void finish(false);
        }}
      >
        <h2
          ref={heading}
          tabIndex={-1}
          className="min-h-8 pt-1 text-base font-medium text-ink outline-none"
        >
          <span className="sr-only">Step {number}: </span>
          {titleOf(step?.title ?? '')}
          {step?.version == null ? null : (
            <span className="ml-2 text-xs font-normal text-ink-quiet">version {step.version}</span>
          )}
        </h2>
        {draft.offered && !dirty ? (
          <div className="mt-3">
            <DraftNotice
              savedAt={draft.offered.savedAt}
              words={draft.offered.answer}
              onRestore={() => {
                if (!draft.offered) return;
                setValues(draft.offered.values);
                setAnswer(draft.offered.answer);
                draft.adopt(draft.offered);
              }}
              onDiscard={() => draft.offered && draft.discard(draft.offered)}
            />
          </div>
        ) : null}
        {content === null ? (
          <p className="mt-1 text-sm text-ink-soft">
            The prompt of this step was deleted or private when the run began. Paste what later
            steps should use, or go on without it.
          </p>
        ) : (
          <>
            {asked.length === 0 ? null : (
              <div className="mt-3 grid gap-4 sm:grid-cols-2">
                <VariableFields
                  variables={asked}
                  values={values}
                  onChange={(name, value) => setValues((known) => ({ ...known, [name]: value }))}
                />
              </div>
            )}
            <section aria-label="Text to send" className="mt-4 rounded-md bg-sunken">
              <p
                className="prompt-text max-h-[45dvh] overflow-y-auto px-4 py-3"
                // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- it scrolls, by keyboard too
                tabIndex={0}
              >
                <VariableText text={content} values={shown} />
              </p>
            </section>
            <Button
              icon={<Copy size={16} aria-hidden="true" />}
              onClick={() => void copy()}
              className="mt-3"
            >
              Copy text
            </Button>
          </>
        )}
        <TextArea
          className="mt-5"
          label="Answer"
          hint={
            users.length === 0
              ? 'Paste what came back, to keep it with this run.'
              : `Paste what came back. ${usedBy(users)} it.`
          }
          error={
            unanswered && answer.trim() === ''
              ? `${usedBy(users)} this answer: paste it first.`
              : null
          }
          value={answer}
          onChange={(event) => setAnswer(event.currentTarget.value)}
          areaClassName="min-h-32 max-h-[55dvh]"
        />
        {draft.failed ? (
          <p role="alert" className="mt-3 text-sm text-danger-ink">
            This device has no room to keep these words. Go on or stop before you leave.
          </p>
        ) : null}
        <div className="mt-4 flex flex-wrap items-center gap-2">
          <Button type="submit" variant="primary" busy={busy}>
            {last ? 'Finish' : 'Next step'}
          </Button>
          {unanswered && answer.trim() === '' ? (
            <Button onClick={() => void finish(true)}>Go on without it</Button>
          ) : null}
          <Button variant="quiet" onClick={() => void stop()} className="ml-auto">
            Stop for now
          </Button>
        </div>
      </form>
    </li>
  );
}

function usedBy(users: readonly number[]): string {
  return users.length === 1
    ? `Step ${users[0]} uses`
    : `${countOf(users.length, 'later step')} use`;
}

/** What is worth remembering with the prompt: answers belong to this run alone. */
function ordinary(values: StepWords['values']): Record<string, string> {
  return Object.fromEntries(
    Object.entries(values).filter(([name]) => referencedStep(name) === null),
  );
}

function sameValues(one: StepWords['values'], other: StepWords['values']): boolean {
  const names = new Set([...Object.keys(one), ...Object.keys(other)]);
  return [...names].every((name) => ownValue(one, name) === ownValue(other, name));
}
