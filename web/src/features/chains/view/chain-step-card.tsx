import { memo, useId, useState } from 'react';
import { Link } from 'react-router';
import { routes } from '#contract/routes.ts';
import type { ChainStep } from '#web/data/chains/chains.ts';
import type { Prompt } from '#web/data/prompts/prompt.ts';
import { CopyIcon } from '#web/ui/feedback/copy-icon.tsx';
import { Button, IconButton } from '#web/ui/form/button.tsx';
import { VariableText } from '#web/ui/content/variable-text.tsx';
import { clipPreview } from './clip-preview.ts';
import { missingReasons } from './missing-reasons.ts';
import { StepNote, titleOf } from './step-note.tsx';
import { belowNumberClass, StepNumber } from './step-number.tsx';

interface ChainStepCardProps {
  readonly step: ChainStep;
  readonly number: number;
  readonly onCopy: (prompt: Prompt) => void;
  /** Removes a step without a prompt from the chain; null for the only step. */
  readonly onRemove: (() => void) | null;
}

/** Memoized, since a long prompt renders thousands of elements. */
const PromptText = memo(VariableText);

/** One step of a chain in the read view. */
export function ChainStepCard({ step, number, onCopy, onRemove }: ChainStepCardProps) {
  const { prompt, availability } = step;
  return (
    <li className="cue-line flex gap-3 rounded-lg border border-hairline bg-surface p-4 sm:gap-4 sm:p-5">
      <StepNumber number={number} />
      <div className="min-w-0 flex-1">
        <div className="flex min-h-8 items-start gap-2">
          <h2 className="min-w-0 flex-1 pt-1 text-base font-medium text-ink">
            {prompt ? (
              <Link
                to={routes.prompt(prompt.id)}
                className="underline-offset-3 hover:underline focus-visible:underline"
              >
                {prompt.title}
              </Link>
            ) : (
              titleOf('')
            )}{' '}
            <StepNote availability={availability} />
          </h2>
          {prompt && availability === 'available' ? (
            <IconButton
              label={`Copy ${prompt.title}`}
              title="Copy"
              size="small"
              onClick={() => onCopy(prompt)}
            >
              <CopyIcon of={prompt.id} size={16} />
            </IconButton>
          ) : null}
        </div>
        <div className={belowNumberClass}>
          {prompt && availability === 'available' ? (
            <StepContent prompt={prompt} />
          ) : (
            <div className="mt-1 flex flex-wrap items-center gap-x-4 gap-y-2 text-sm text-ink-soft">
              <p className="min-w-0 flex-1 basis-64">
                {availability === 'available' ? null : missingReasons[availability]} You can still
                run the chain and fill in this step yourself.
              </p>
              {availability === 'deleted' && prompt ? (
                <Link to={routes.prompt(prompt.id)} className="text-cue-ink underline">
                  Restore it
                </Link>
              ) : null}
              {onRemove ? (
                <Button size="small" onClick={onRemove}>
                  Remove step
                </Button>
              ) : null}
            </div>
          )}
        </div>
      </div>
    </li>
  );
}

function StepContent({ prompt }: { readonly prompt: Prompt }) {
  const id = useId();
  const [open, setOpen] = useState(false);
  const preview = clipPreview(prompt.content);
  return (
    <>
      {prompt.description === '' ? null : (
        <p className="mt-0.5 text-sm whitespace-pre-wrap text-ink-soft">{prompt.description}</p>
      )}
      <div id={id} className="mt-3 rounded-md bg-sunken px-4 py-3">
        <p className="prompt-text">
          <PromptText text={open ? prompt.content : preview} />
        </p>
      </div>
      {preview === prompt.content ? null : (
        <Button
          variant="quiet"
          size="small"
          aria-expanded={open}
          aria-controls={id}
          onClick={() => setOpen(!open)}
          className="mt-1 -ml-2.5"
        >
          {open ? 'Show less' : 'Show more'}
          <span className="sr-only"> of {prompt.title}</span>
        </Button>
      )}
    </>
  );
}
