import { titleOfStep } from '#web/data/chains/values-of-chain.ts';
import { memo, useId, useState } from 'react';
import { Link } from 'react-router';
import { routes } from '#contract/routes.ts';
import type { ChainStep } from '#web/data/chains/chains.ts';
import { useMayEdit } from '#web/data/teams/use-may-edit.ts';
import type { Prompt } from '#web/data/prompts/prompt.ts';
import { CopyIcon } from '#web/ui/feedback/copy-icon.tsx';
import { Button, IconButton } from '#web/ui/form/button.tsx';
import { copyWithSyntax, VariableText } from '#web/ui/content/variable-text.tsx';
import { findVariables } from '#templating/variables.ts';
import { useIsPrinting } from '#web/lib/react/use-is-printing.ts';
import { copyText } from '#web/ui/feedback/copy-text.ts';
import { Badge } from '#web/ui/feedback/badge.tsx';
import type { StepBindings } from '#web/lib/variables/step-bindings.ts';
import { BindingList } from './binding-list.tsx';
import { clipPreview } from './clip-preview.ts';
import { missingReasons } from './missing-reasons.ts';
import { StepNote, titleOf } from './step-note.tsx';
import { belowNumberClass, StepNumber } from './step-number.tsx';

interface ChainStepCardProps {
  readonly step: ChainStep;
  readonly number: number;
  readonly bindings: StepBindings<number>;
  readonly onCopy: (prompt: Prompt) => void;
  /** Removes a step without a prompt; null for the only step, and for people who only read. */
  readonly onRemove: (() => void) | null;
}

/** Memoized, since a long prompt renders thousands of elements. */
const PromptText = memo(VariableText);

/** One step of a chain in the read view. */
export function ChainStepCard(props: ChainStepCardProps) {
  const { step, number, bindings, onCopy, onRemove } = props;
  const { prompt, own, availability, text } = step;
  const title = titleOfStep(step);
  const mayRestore = useMayEdit(prompt ?? undefined) === true;
  return (
    <li className="cue-line flex gap-3 rounded-lg border border-hairline bg-surface p-4 sm:gap-4 sm:p-5">
      <StepNumber number={number} />
      <div className="min-w-0 flex-1">
        <div className="flex min-h-8 items-start gap-2">
          <h2 dir="auto" className="min-w-0 flex-1 pt-1 text-left text-base font-medium text-ink">
            {prompt ? (
              <Link
                to={routes.prompt(prompt.id)}
                className="underline-offset-3 hover:underline focus-visible:underline"
              >
                {prompt.title}
              </Link>
            ) : (
              titleOf(title)
            )}{' '}
            <StepNote availability={availability} />
            {own ? <Badge className="align-middle">Only in this chain</Badge> : null}
          </h2>
          {text === null ? null : (
            <IconButton
              label={`Copy ${title}`}
              title="Copy"
              size="small"
              onClick={() => {
                if (prompt) onCopy(prompt);
                else void copyText(text, step.id);
              }}
            >
              <CopyIcon of={prompt?.id ?? step.id} size={16} />
            </IconButton>
          )}
        </div>
        <div className={belowNumberClass}>
          {text === null ? (
            <div className="mt-1 flex flex-wrap items-center gap-x-4 gap-y-2 text-sm text-ink-soft">
              <p className="min-w-0 flex-1 basis-64">
                {availability === 'available' ? null : missingReasons[availability]} You can still
                run the chain and fill in this step yourself.
              </p>
              {availability === 'deleted' && prompt && mayRestore ? (
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
          ) : (
            <>
              <StepContent title={title} text={text} description={prompt?.description ?? ''} />
              <BindingList bindings={usedBindings(bindings, text)} />
            </>
          )}
        </div>
      </div>
    </li>
  );
}

/** Returns the bindings whose variable the text has. */
function usedBindings(bindings: StepBindings<number>, text: string): StepBindings<number> {
  return Object.fromEntries(
    findVariables(text).flatMap(({ name }) => {
      const binding = Object.hasOwn(bindings, name) ? bindings[name] : undefined;
      return binding === undefined ? [] : [[name, binding]];
    }),
  );
}

interface StepContentProps {
  readonly title: string;
  readonly text: string;
  readonly description: string;
}

function StepContent({ title, text, description }: StepContentProps) {
  const id = useId();
  const [open, setOpen] = useState(false);
  const isPrinting = useIsPrinting();
  const preview = clipPreview(text);
  return (
    <>
      {description === '' ? null : (
        <p dir="auto" className="mt-0.5 text-left text-sm whitespace-pre-wrap text-ink-soft">
          {description}
        </p>
      )}
      <div id={id} className="mt-3 rounded-md bg-sunken px-4 py-3">
        <p className="prompt-text" onCopy={copyWithSyntax}>
          <PromptText text={open || isPrinting ? text : preview} named />
        </p>
      </div>
      {preview === text ? null : (
        <Button
          variant="quiet"
          size="small"
          aria-expanded={open}
          aria-controls={id}
          onClick={() => setOpen(!open)}
          className="mt-1 -ml-2.5"
        >
          {open ? 'Show less' : 'Show more'}
          <span className="sr-only"> of {title}</span>
        </Button>
      )}
    </>
  );
}
