import { useLayoutEffect, useRef, useState } from 'react';
import { bindingsToSave, checkStep, type StepChoice } from '#web/data/chains/chain-values.ts';
import { EditableStep, type MoveControl } from './editable-step.tsx';
import { formatCount } from '#web/lib/text/format-count.ts';
import { titleOf } from '#web/features/chains/view/step-note.tsx';
import { toast } from '#web/ui/feedback/toast.ts';
import { useDragOrder } from './use-drag-order.ts';
import { useStepTexts } from './use-step-texts.ts';

interface StepEditorProps {
  readonly steps: readonly StepChoice[];
  /** Whether errors are shown. */
  readonly checked: boolean;
  /** The id of the step that was just added to be written. */
  readonly newKey: string | null;
  readonly onChange: (steps: StepChoice[]) => void;
  /** Puts a removed step back. */
  readonly onRestore: (step: StepChoice, index: number) => void;
}

/**
 * The steps of a chain in the form. They are moved by drag, arrow keys or buttons, and each move is
 * announced.
 */
export function StepEditor({ steps, checked, newKey, onChange, onRestore }: StepEditorProps) {
  const texts = useStepTexts(steps);
  const list = useRef<HTMLOListElement>(null);
  const [announcement, setAnnouncement] = useState('');
  // A step that was moved by keyboard or button keeps the focus at its new position.
  const refocus = useRef<string | null>(null);
  useLayoutEffect(() => {
    if (refocus.current === null) return;
    list.current?.querySelector<HTMLElement>(refocus.current)?.focus();
    refocus.current = null;
  });

  function move(from: number, to: number) {
    const step = steps[from];
    if (step === undefined || to === from || to < 0 || to >= steps.length) return;
    const moved = steps.toSpliced(from, 1).toSpliced(to, 0, step);
    onChange(moved);
    setAnnouncement(
      `${titleOf(step.title)} is now step ${to + 1} of ${steps.length}${lostText(steps, moved)}`,
    );
  }

  function moveBy(from: number, to: number, control: MoveControl) {
    const step = steps[from];
    if (step) refocus.current = `[data-step="${CSS.escape(step.key)}"] [data-move="${control}"]`;
    move(from, to);
  }

  function remove(index: number) {
    const removed = steps[index];
    if (!removed) return;
    const neighbour = steps[index + 1] ?? steps[index - 1];
    if (neighbour) {
      refocus.current = `[data-step="${CSS.escape(neighbour.key)}"] [data-move="remove"]`;
    }
    const rest = steps.filter((_, at) => at !== index);
    onChange(rest);
    const title = titleOf(removed.title);
    setAnnouncement(`${title} removed${lostText(steps, rest)}`);
    toast.undoable(`Removed “${title}”`, () => {
      onRestore(removed, index);
      return Promise.resolve(null);
    });
  }

  const { drag, handleProps } = useDragOrder(list, move);
  return (
    <>
      <ol ref={list} aria-label="Steps" className="flex flex-col gap-2">
        {steps.map((step, index) => (
          <EditableStep
            key={step.key}
            step={step}
            index={index}
            steps={steps}
            text={texts[index] ?? null}
            errors={checked ? checkStep(step) : {}}
            isNew={step.key === newKey}
            shift={drag?.shiftOf(index) ?? 0}
            lifted={drag?.from === index}
            handleProps={handleProps(index)}
            onMove={(to, control) => moveBy(index, to, control)}
            onRemove={() => remove(index)}
            onChange={(change) =>
              onChange(steps.map((each) => (each.key === step.key ? { ...each, ...change } : each)))
            }
          />
        ))}
      </ol>
      <p className="mt-3 text-xs text-ink-quiet">
        Drag a step by its handle, or move it with the arrow keys. A variable can take the answer of
        an earlier step; so does <code className="font-mono">{'{{step1.output}}'}</code> in a
        prompt.
      </p>
      <output className="sr-only">{announcement}</output>
    </>
  );
}

/** Says how many variables have lost the answer that they take; empty for none. */
function lostText(before: readonly StepChoice[], after: readonly StepChoice[]): string {
  const lost = lostBindings(after) - lostBindings(before);
  return lost > 0 ? `. ${formatCount(lost, 'variable')} will be asked for` : '';
}

function lostBindings(steps: readonly StepChoice[]): number {
  const count = (bindings: readonly object[]) =>
    bindings.reduce<number>((sum, each) => sum + Object.keys(each).length, 0);
  return count(steps.map(({ bindings }) => bindings)) - count(bindingsToSave(steps));
}
