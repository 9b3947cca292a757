import { ArrowDown, ArrowUp, GripVertical, X } from 'lucide-react';
import type { ButtonHTMLAttributes, KeyboardEvent } from 'react';
import type { StepChoice } from '#web/data/chains/chain-values.ts';
import { cx } from '#web/lib/theme/class-names.ts';
import { IconButton } from '#web/ui/form/button.tsx';
import { PromptIcon } from '#web/ui/content/prompt-icon.tsx';
import { StepNote, titleOf } from '#web/features/chains/view/step-note.tsx';

/** The control that moved or removed a step, which gets the focus again. */
export type MoveControl = 'handle' | 'up' | 'down' | 'remove';

interface EditableStepProps {
  readonly step: StepChoice;
  readonly index: number;
  readonly count: number;
  /** The offset from its position during a drag, in pixels. */
  readonly shift: number;
  /** Whether this step is being dragged. */
  readonly lifted: boolean;
  readonly handleProps: ButtonHTMLAttributes<HTMLButtonElement>;
  readonly onMove: (to: number, control: MoveControl) => void;
  readonly onRemove: () => void;
}

/** A step of the form, with its drag handle and buttons. */
export function EditableStep(props: EditableStepProps) {
  const { step, index, count, shift, lifted, handleProps, onMove, onRemove } = props;
  const title = titleOf(step.title);

  function press(event: KeyboardEvent) {
    const to = { ArrowUp: index - 1, ArrowDown: index + 1, Home: 0, End: count - 1 }[event.key];
    if (to === undefined || event.metaKey || event.ctrlKey || event.altKey) return;
    event.preventDefault();
    onMove(to, 'handle');
  }

  return (
    <li
      data-step={step.key}
      data-here={lifted}
      style={shift === 0 ? undefined : { transform: `translateY(${shift}px)` }}
      className={cx(
        'cue-line flex flex-wrap items-center gap-x-3 rounded-lg border border-hairline bg-surface py-2.5 pr-2 pl-1.5',
        lifted ? 'z-10 shadow-float' : shift !== 0 && 'transition-transform',
      )}
    >
      <button
        {...handleProps}
        type="button"
        data-move="handle"
        aria-label={`Move ${title}, step ${index + 1} of ${count}`}
        title="Drag or use the arrow keys"
        onKeyDown={press}
        className={cx(
          'grid h-9 w-7 shrink-0 touch-none place-items-center rounded-md text-ink-quiet hover:bg-hover hover:text-ink pointer-coarse:-mx-2 pointer-coarse:size-11',
          lifted ? 'cursor-grabbing' : 'cursor-grab',
        )}
      >
        <GripVertical size={17} aria-hidden="true" />
      </button>
      <span
        aria-hidden="true"
        className="w-5 shrink-0 text-center font-serif text-lg text-ink-soft lining-nums tabular-nums"
      >
        {index + 1}
      </span>
      <PromptIcon icon={step.icon} className="max-sm:hidden" />
      <div className="min-w-0 flex-1 basis-40">
        <p className="flex items-center gap-2 text-base font-medium text-ink">
          <span className="truncate">{title}</span>
          <StepNote availability={step.availability} />
        </p>
        {step.preview === '' ? null : (
          <p className="truncate text-sm text-ink-soft">{step.preview}</p>
        )}
      </div>
      <div className="flex shrink-0 items-center max-sm:ml-auto pointer-coarse:gap-3 pointer-coarse:py-1.5">
        <IconButton
          label={`Move ${title} up`}
          title="Move up"
          size="small"
          data-move="up"
          aria-disabled={index === 0}
          onClick={() => onMove(index - 1, 'up')}
          className="aria-disabled:opacity-40"
        >
          <ArrowUp size={16} aria-hidden="true" />
        </IconButton>
        <IconButton
          label={`Move ${title} down`}
          title="Move down"
          size="small"
          data-move="down"
          aria-disabled={index === count - 1}
          onClick={() => onMove(index + 1, 'down')}
          className="aria-disabled:opacity-40"
        >
          <ArrowDown size={16} aria-hidden="true" />
        </IconButton>
        <IconButton
          label={`Remove ${title}`}
          title="Remove"
          size="small"
          data-move="remove"
          onClick={onRemove}
        >
          <X size={16} aria-hidden="true" />
        </IconButton>
      </div>
    </li>
  );
}
