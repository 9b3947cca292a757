import { Check } from 'lucide-react';
import { useId, useState } from 'react';
import type { RunStep } from '#web/data/chains/chain-run.ts';
import { useIsPrinting } from '#web/lib/react/use-is-printing.ts';
import { Button, IconButton } from '#web/ui/form/button.tsx';
import { AnswerForm } from './answer-form.tsx';
import { CopyIcon } from '#web/ui/feedback/copy-icon.tsx';
import { copyText } from '#web/ui/feedback/copy-text.ts';
import { StepVersion, titleOf } from '#web/features/chains/view/step-note.tsx';
import { belowNumberClass } from '#web/features/chains/view/step-number.tsx';

interface DoneStepProps {
  readonly runId: string;
  readonly step: RunStep;
  readonly number: number;
  readonly answer: string;
  /** Whether prompt and answer are shown until the user toggles them. */
  readonly open: boolean;
  /** Resolves to whether the answer was saved. */
  readonly onChangeAnswer: (answer: string) => Promise<boolean>;
}

/** A finished step of a run: the prompt that was sent, and its answer. */
export function DoneStep(props: DoneStepProps) {
  const { runId, step, number, answer, onChangeAnswer } = props;
  const id = useId();
  const [toggled, setToggled] = useState<boolean | null>(null);
  const isPrinting = useIsPrinting();
  const open = isPrinting || (toggled ?? props.open);
  // The answer form stays mounted while the step is collapsed, so that its text is not lost.
  const [isEditing, setIsEditing] = useState(false);
  const title = titleOf(step.title);
  return (
    <li className="flex gap-3 rounded-lg border border-hairline bg-surface p-4 sm:gap-4 sm:px-5">
      <span className="grid size-8 shrink-0 place-items-center rounded-full bg-sunken text-ink-soft">
        <Check size={16} />
        <span className="sr-only">Done</span>
      </span>
      <div className="min-w-0 flex-1">
        <div className="flex min-h-8 items-start gap-3">
          <h2 className="min-w-0 flex-1 pt-1 text-base font-medium text-ink">
            {number}. {title}
            <StepVersion version={step.version} />
          </h2>
          <Button
            variant="quiet"
            size="small"
            aria-expanded={open}
            aria-controls={id}
            onClick={() => setToggled(!open)}
          >
            {open ? 'Show less' : 'Show more'}
            <span className="sr-only"> of step {number}</span>
          </Button>
        </div>
        <div id={id} hidden={!open} className={belowNumberClass}>
          {open || isEditing ? (
            <>
              <SentText text={step.text} number={number} />
              {isEditing ? (
                <AnswerForm
                  runId={runId}
                  number={number}
                  answer={answer}
                  onChange={onChangeAnswer}
                  onClose={() => setIsEditing(false)}
                />
              ) : (
                <Answer answer={answer} number={number} onEdit={() => setIsEditing(true)} />
              )}
            </>
          ) : null}
        </div>
      </div>
    </li>
  );
}

function SentText({ text, number }: { readonly text: string | null; readonly number: number }) {
  if (text === null) {
    return <p className="mt-2 text-sm text-ink-soft">This step had no prompt to send.</p>;
  }
  return (
    <CopyableText
      label="Sent"
      text={text}
      copyLabel={`Copy the prompt of step ${number}`}
      ground="sunken"
    />
  );
}

function Answer(props: {
  readonly answer: string;
  readonly number: number;
  readonly onEdit: () => void;
}) {
  const { answer, number, onEdit } = props;
  return (
    <>
      {answer === '' ? (
        <p className="mt-4 text-sm text-ink-quiet">No answer was pasted.</p>
      ) : (
        <CopyableText
          label="Answer"
          text={answer}
          copyLabel={`Copy the answer from step ${number}`}
        />
      )}
      <Button variant="quiet" size="small" onClick={onEdit} className="mt-1 -ml-2.5">
        Edit answer
      </Button>
    </>
  );
}

function CopyableText(props: {
  readonly label: string;
  readonly text: string;
  readonly copyLabel: string;
  readonly ground?: 'sunken';
}) {
  return (
    <section className="mt-3">
      <div className="flex items-center justify-between gap-3">
        <h3 className="text-xs font-medium text-ink-quiet">{props.label}</h3>
        <IconButton
          label={props.copyLabel}
          title="Copy"
          size="small"
          onClick={() => void copyText(props.text)}
        >
          <CopyIcon of={props.text} size={15} />
        </IconButton>
      </div>
      <div className={props.ground ? 'rounded-md bg-sunken px-4 py-3' : undefined}>
        <p className={props.ground ? 'prompt-text' : 'max-w-[72ch] whitespace-pre-wrap text-ink'}>
          {props.text}
        </p>
      </div>
    </section>
  );
}
