import { Check } from 'lucide-react';
import { cx } from '#web/lib/theme/class-names.ts';
import { VariableText } from '#web/ui/content/variable-text.tsx';

const steps = [
  { title: 'Gather facts', prompt: 'List what {{notes}} says about {{topic}}.', state: 'done' },
  { title: 'Clear rewrite', prompt: 'Rewrite {{step1.output}} for {{audience}}.', state: 'here' },
  {
    title: 'Subject lines',
    prompt: 'Write five subject lines for {{step2.output}}.',
    state: 'next',
  },
] as const;

/** A chain during a run: one step done, one current, one next. */
export function ChainDrawing() {
  return (
    <ol className="rounded-lg border border-hairline bg-surface py-2">
      {steps.map(({ title, prompt, state }, index) => (
        <li key={title} className="cue-line flex gap-4 px-5 py-3.5" data-here={state === 'here'}>
          <span
            className={cx(
              'grid size-6 shrink-0 place-items-center rounded-full text-xs font-semibold',
              state === 'done' && 'bg-sunken text-ink-soft',
              state === 'here' && 'bg-cue text-on-cue',
              state === 'next' && 'bg-chip text-chip-ink',
            )}
          >
            {state === 'done' ? <Check size={14} /> : index + 1}
          </span>
          <div className="min-w-0">
            <p className="text-sm font-medium">{title}</p>
            <p className="mt-0.5 font-mono text-sm leading-6 text-ink-soft">
              <VariableText text={prompt} />
            </p>
          </div>
        </li>
      ))}
    </ol>
  );
}
