import { ArrowDown, ArrowUp, ChevronUp, GripVertical, LibraryBig, Pencil, X } from 'lucide-react';
import {
  lazy,
  Suspense,
  useMemo,
  useState,
  type ButtonHTMLAttributes,
  type KeyboardEvent,
} from 'react';
import type { StepChoice, StepErrors } from '#web/data/chains/chain-values.ts';
import { findVariables } from '#templating/variables.ts';
import { cx } from '#web/lib/theme/class-names.ts';
import { Button, IconButton } from '#web/ui/form/button.tsx';
import { PreviewText } from '#web/ui/content/preview-text.tsx';
import { PromptIcon } from '#web/ui/content/prompt-icon.tsx';
import { Badge } from '#web/ui/feedback/badge.tsx';
import { Skeleton } from '#web/ui/list/skeleton.tsx';
import { previewOf } from '#web/data/prompts/prompt.ts';
import { StepNote, titleOf } from '#web/features/chains/view/step-note.tsx';
import { variableChoices } from './binding-choices.ts';
import { StepVariables } from './step-variables.tsx';
import { useSaveToLibrary } from './use-save-to-library.ts';

const OwnPromptFields = lazy(() => import('./own-prompt-fields.tsx'));

/** The control that moved or removed a step, which gets the focus again. */
export type MoveControl = 'handle' | 'up' | 'down' | 'remove';

interface EditableStepProps {
  readonly step: StepChoice;
  readonly index: number;
  readonly steps: readonly StepChoice[];
  /** The text of its prompt, with what that includes; null while it is unknown. */
  readonly text: string | null;
  readonly errors: StepErrors;
  /** Whether it was just added. */
  readonly isNew: boolean;
  /** The offset from its position during a drag, in pixels. */
  readonly shift: number;
  /** Whether this step is being dragged. */
  readonly lifted: boolean;
  readonly handleProps: ButtonHTMLAttributes<HTMLButtonElement>;
  readonly onMove: (to: number, control: MoveControl) => void;
  readonly onRemove: () => void;
  readonly onChange: (change: Partial<StepChoice>) => void;
}

/** A step of the form, with its drag handle and buttons. */
export function EditableStep(props: EditableStepProps) {
  const { step, index, steps, text, errors, isNew, shift, lifted, handleProps } = props;
  const count = steps.length;
  const { onMove, onRemove, onChange } = props;
  const [isUnfolded, setIsUnfolded] = useState(isNew);
  const toLibrary = useSaveToLibrary(step, onChange);
  const variables = useMemo(() => (text === null ? null : findVariables(text)), [text]);
  // A step without a prompt has nothing to fill in. It keeps its bindings.
  const choices = step.availability === 'available' ? variableChoices(steps, index, variables) : [];
  const isOwn = step.content !== null;
  const hasOwnErrors = errors.title !== undefined || errors.content !== undefined;
  const isOpen = isOwn && (isUnfolded || hasOwnErrors);
  const title = isOwn && step.title.trim() === '' ? 'New prompt' : titleOf(step.title);
  const preview = step.content === null ? step.preview : previewOf(step.content);

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
        'cue-line rounded-lg border border-hairline bg-surface py-2.5 pr-2 pl-1.5',
        lifted ? 'z-10 shadow-float' : shift !== 0 && 'transition-transform',
      )}
    >
      <div className="flex flex-wrap items-center gap-x-3">
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
          <GripVertical size={17} />
        </button>
        <span
          aria-hidden="true"
          className="w-5 shrink-0 text-center font-serif text-lg text-ink-soft lining-nums tabular-nums"
        >
          {index + 1}
        </span>
        <PromptIcon
          icon={step.icon}
          title={title}
          groupId={step.groupId}
          className="max-sm:hidden"
        />
        <div className="min-w-0 flex-1 basis-40">
          <p className="flex items-center gap-2 text-base font-medium text-ink">
            <span dir="auto" className="truncate">
              {title}
            </span>
            <StepNote availability={step.availability} />
            {isOwn ? <Badge className="shrink-0">Only in this chain</Badge> : null}
          </p>
          {preview === '' || isOpen ? null : (
            <p dir="auto" className="truncate text-left text-sm text-ink-soft">
              <PreviewText text={preview} />
            </p>
          )}
        </div>
        <div className="flex shrink-0 items-center max-sm:ml-auto pointer-coarse:gap-3 pointer-coarse:py-1.5">
          {isOwn ? (
            <IconButton
              label={`${isOpen ? 'Fold' : 'Edit'} ${title}`}
              title={isOpen ? 'Fold' : 'Edit'}
              size="small"
              aria-expanded={isOpen}
              onClick={() => setIsUnfolded(!isOpen)}
            >
              {isOpen ? <ChevronUp size={16} /> : <Pencil size={16} />}
            </IconButton>
          ) : null}
          <IconButton
            label={`Move ${title} up`}
            title="Move up"
            size="small"
            data-move="up"
            aria-disabled={index === 0}
            onClick={() => onMove(index - 1, 'up')}
            className="aria-disabled:opacity-40"
          >
            <ArrowUp size={16} />
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
            <ArrowDown size={16} />
          </IconButton>
          <IconButton
            label={`Remove ${title}`}
            title="Remove"
            size="small"
            data-move="remove"
            onClick={onRemove}
          >
            <X size={16} />
          </IconButton>
        </div>
      </div>
      {isOpen ? (
        <div className="mt-2 pr-1.5 pl-2.5 sm:pl-[4.5rem]">
          <Suspense fallback={<Skeleton className="h-72 w-full" />}>
            <OwnPromptFields
              title={step.title}
              content={step.content ?? ''}
              errors={errors}
              isNew={isNew}
              onChange={onChange}
            />
          </Suspense>
          <Button
            size="small"
            icon={<LibraryBig size={15} />}
            busy={toLibrary.busy}
            onClick={() => void toLibrary.save()}
            className="mt-3"
          >
            Save to library
          </Button>
        </div>
      ) : null}
      {choices.length === 0 ? null : (
        <div className="mt-3 mb-1 pr-1.5 pl-2.5 sm:pl-[4.5rem]">
          <StepVariables
            number={index + 1}
            choices={choices}
            bindings={step.bindings}
            error={errors.bindings}
            onChange={(bindings) => onChange({ bindings })}
          />
        </div>
      )}
    </li>
  );
}
