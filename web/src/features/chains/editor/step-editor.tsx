import { useLayoutEffect, useRef, useState } from 'react';
import type { StepChoice } from '#web/data/chains/chain-values.ts';
import { EditableStep, type MoveControl } from './editable-step.tsx';
import { moveItem } from './move-item.ts';
import { titleOf } from '#web/features/chains/view/step-note.tsx';
import { useDragOrder } from './use-drag-order.ts';

interface StepEditorProps {
  readonly steps: readonly StepChoice[];
  readonly onChange: (steps: StepChoice[]) => void;
}

/**
 * The steps of a chain in the form. They are moved by drag, arrow keys or buttons, and each move is
 * announced.
 */
export function StepEditor({ steps, onChange }: StepEditorProps) {
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
    onChange(moveItem(steps, from, to));
    setAnnouncement(`${titleOf(step.title)} is now step ${to + 1} of ${steps.length}`);
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
    onChange(steps.filter((_, at) => at !== index));
    setAnnouncement(`${titleOf(removed.title)} removed`);
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
            count={steps.length}
            shift={drag?.shiftOf(index) ?? 0}
            lifted={drag?.from === index}
            handleProps={handleProps(index)}
            onMove={(to, control) => moveBy(index, to, control)}
            onRemove={() => remove(index)}
          />
        ))}
      </ol>
      <p className="mt-3 text-xs text-ink-quiet">
        Drag a step by its handle, or move it with the arrow keys. Use{' '}
        <code className="font-mono">{'{{step1.output}}'}</code> in a prompt to insert the answer
        from step 1.
      </p>
      <output className="sr-only">{announcement}</output>
    </>
  );
}
