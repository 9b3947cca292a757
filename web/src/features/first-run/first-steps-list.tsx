import { Check, X } from 'lucide-react';
import { Link } from 'react-router';
import { routes } from '#contract/routes.ts';
import type { PromptSummary } from '#web/data/prompts/prompt.ts';
import { cx } from '#web/lib/theme/class-names.ts';
import { IconButton } from '#web/ui/form/button.tsx';
import type { FirstStep } from './first-steps.ts';

interface FirstStepsListProps {
  readonly steps: readonly FirstStep[];
  /** The prompt that the steps lead to; null while there is none. */
  readonly prompt: Pick<PromptSummary, 'id'> | null;
  readonly onNewGroup: () => void;
  readonly onDismiss: () => void;
}

const texts: Record<FirstStep['id'], string> = {
  add: 'Add your first prompt',
  copy: 'Fill one in and copy it',
  edit: 'Change one, and compare',
  group: 'Put prompts into a group',
};

/** The first steps, each of which leads to where it is done. */
export function FirstStepsList({ steps, prompt, onNewGroup, onDismiss }: FirstStepsListProps) {
  const done = steps.filter((step) => step.done).length;
  return (
    <section
      aria-labelledby="first-steps"
      className="mb-8 rounded-lg border border-hairline bg-surface px-4 py-3"
    >
      <div className="flex items-center gap-3">
        <h2 id="first-steps" className="text-sm font-medium text-ink">
          First steps
        </h2>
        <p className="flex-1 text-xs text-ink-quiet">
          {done} of {steps.length} done
        </p>
        <IconButton label="Hide the first steps" size="small" onClick={onDismiss}>
          <X size={16} />
        </IconButton>
      </div>
      <ol className="grid gap-x-6 sm:grid-cols-2 xl:grid-cols-4">
        {steps.map((step) => (
          <li key={step.id} className="flex min-h-9 items-center gap-2.5 text-sm">
            <span
              aria-hidden="true"
              className={cx(
                'grid size-5 shrink-0 place-items-center rounded-full border',
                step.done ? 'border-transparent bg-added-wash text-added-ink' : 'border-outline',
              )}
            >
              {step.done ? <Check size={13} strokeWidth={2.5} /> : null}
            </span>
            {step.done ? (
              <span className="text-ink-quiet">
                {texts[step.id]}
                <span className="sr-only"> (done)</span>
              </span>
            ) : (
              <StepLink step={step} prompt={prompt} onNewGroup={onNewGroup} />
            )}
          </li>
        ))}
      </ol>
    </section>
  );
}

const linkClass =
  'py-1.5 text-left text-ink underline decoration-hairline underline-offset-3 hover:decoration-current pointer-coarse:py-3';

function StepLink({
  step,
  prompt,
  onNewGroup,
}: Pick<FirstStepsListProps, 'prompt' | 'onNewGroup'> & { readonly step: FirstStep }) {
  if (step.id === 'group') {
    return (
      <button type="button" className={linkClass} onClick={onNewGroup}>
        {texts.group}
      </button>
    );
  }
  if (step.id === 'add' || prompt === null) {
    return <span className="text-ink">{texts[step.id]}</span>;
  }
  return (
    <Link to={routes.prompt(prompt.id)} className={linkClass}>
      {texts[step.id]}
    </Link>
  );
}
