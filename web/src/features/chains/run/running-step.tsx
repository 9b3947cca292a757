import { useEffect, useRef } from 'react';
import type { ChainRun } from '#web/data/chains/chain-runs.ts';
import { focusInvalidField } from '#web/lib/react/focus-invalid-field.ts';
import { formatCount } from '#web/lib/text/format-count.ts';
import { CopyIcon } from '#web/ui/feedback/copy-icon.tsx';
import { Button } from '#web/ui/form/button.tsx';
import { Alert } from '#web/ui/feedback/alert.tsx';
import { DraftOffer } from '#web/ui/form/draft-offer.tsx';
import { EditorForm } from '#web/ui/form/editor-form.tsx';
import { TextArea } from '#web/ui/form/text-area.tsx';
import { VariableFields } from '#web/ui/form/variable-fields.tsx';
import { VariableText } from '#web/ui/content/variable-text.tsx';
import type { StepText } from './run-steps.ts';
import { belowNumberClass, StepNumber } from '#web/features/chains/view/step-number.tsx';
import { StepVersion, titleOf } from '#web/features/chains/view/step-note.tsx';
import { useRunningStep } from './use-running-step.ts';

interface RunningStepProps {
  readonly run: ChainRun;
  readonly busy: boolean;
  /** Both resolve to whether the step was saved. */
  readonly onDone: (text: StepText) => Promise<boolean>;
  readonly onStop: (text: StepText) => Promise<boolean>;
}

/**
 * The current step of a run: fill in the variables, copy the prompt, paste the answer, continue.
 */
export function RunningStep({ run, busy, onDone, onStop }: RunningStepProps) {
  const form = useRef<HTMLFormElement>(null);
  const heading = useRef<HTMLHeadingElement>(null);
  const step = useRunningStep(run, {
    onDone,
    onStop,
    onInvalidCopy: () => focusInvalidField(form.current),
  });
  const { number, content, draft, usedBy, isAnswerMissing } = step;

  // The next step replaces this one, so its heading takes the focus.
  useEffect(() => {
    if (number > 1) heading.current?.focus();
  }, [number]);

  return (
    <li
      aria-current="step"
      className="cue-line flex gap-3 rounded-lg border border-hairline bg-surface p-4 sm:gap-4 sm:p-5"
    >
      <StepNumber number={number} />
      <EditorForm ref={form} className="min-w-0 flex-1" onSubmit={() => void step.finish()}>
        <h2 ref={heading} tabIndex={-1} className="min-h-8 pt-1 text-base font-medium text-ink">
          <span className="sr-only">Step {number}: </span>
          {titleOf(step.title)}
          <StepVersion version={step.version} />
        </h2>
        <div className={belowNumberClass}>
          <DraftOffer
            className="mt-3"
            draft={draft}
            untouched={!step.dirty}
            textOf={({ answer }) => answer}
            onRestore={step.restore}
          />
          {content === null ? (
            <p className="mt-1 text-sm text-ink-soft">
              This step's prompt was deleted or private when the run started. Paste what later steps
              should use, or continue without it.
            </p>
          ) : (
            <>
              {step.variables.length === 0 ? null : (
                <div className="mt-3 grid grid-cols-1 gap-4 sm:grid-cols-2">
                  <VariableFields
                    variables={step.variables}
                    values={step.allValues}
                    hintOf={step.hintOf}
                    onChange={step.setValue}
                    readOnly={step.isFinishing}
                  />
                </div>
              )}
              <section aria-label="Prompt to send" className="mt-4 rounded-md bg-sunken">
                <p
                  className="prompt-text max-h-[45dvh] overflow-y-auto px-4 py-3"
                  // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- it scrolls, by keyboard too
                  tabIndex={0}
                >
                  <VariableText text={content} values={step.allValues} />
                </p>
              </section>
              <Button
                icon={<CopyIcon of={content} size={16} />}
                onClick={() => void step.copy()}
                className="mt-3"
              >
                Copy prompt
              </Button>
            </>
          )}
          <TextArea
            className="mt-5"
            label="Answer"
            hint={
              usedBy.length === 0
                ? 'Paste the answer here to save it with this run.'
                : `Paste the answer here. ${stepsUse(usedBy)} it.`
            }
            error={isAnswerMissing ? `${stepsUse(usedBy)} this answer. Paste it first.` : null}
            value={step.answer}
            onChange={(event) => step.setAnswer(event.currentTarget.value)}
            areaClassName="min-h-32 max-h-[55dvh]"
          />
          {draft.failed ? (
            <Alert className="mt-3">
              There's no space left on this device for a draft. Continue or pause before you leave.
            </Alert>
          ) : null}
          <div className="mt-4 flex flex-wrap items-center gap-2">
            <Button type="submit" variant="primary" busy={busy}>
              {number === run.steps.length ? 'Finish' : 'Next step'}
            </Button>
            {isAnswerMissing ? (
              <Button onClick={() => void step.finish(true)}>Continue without it</Button>
            ) : null}
            <Button variant="quiet" onClick={() => void step.stop()} className="ml-auto">
              Pause
            </Button>
          </div>
        </div>
      </EditorForm>
    </li>
  );
}

function stepsUse(numbers: readonly number[]): string {
  return numbers.length === 1
    ? `Step ${numbers[0]} uses`
    : `${formatCount(numbers.length, 'later step')} use`;
}
