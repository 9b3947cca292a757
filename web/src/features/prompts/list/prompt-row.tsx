import { Check } from 'lucide-react';
import { memo, type KeyboardEvent, type MouseEvent } from 'react';
import type { PromptSummary } from '#web/data/prompts/prompt.ts';
import { cx } from '#web/lib/theme/class-names.ts';
import type { RowView } from '#web/ui/list/row-view.ts';
import { SummaryRow } from '#web/ui/list/summary-row.tsx';
import { RowActions } from './row-actions.tsx';
import type { PromptActions } from './use-prompt-actions.tsx';

interface PromptRowProps {
  readonly prompt: PromptSummary;
  readonly view: RowView;
  /** The route that the row opens. */
  readonly to: string;
  readonly actions: PromptActions;
  /** Only the owner deletes a prompt. */
  readonly canDelete: boolean;
  readonly index: number;
  /** A click selects the row instead of opening it. */
  readonly selecting: boolean;
  readonly selected: boolean;
  /** Undefined: rows of this list can't be selected. */
  readonly onToggle?: ((index: number, range: boolean) => void) | undefined;
}

/**
 * A prompt in a list. The whole row opens it; f stars, y copies, x selects, X selects a range (see
 * `useListKeys`). Memoised: its props stay the same while the list is scrolled.
 */
export const PromptRow = memo(function PromptRow(props: PromptRowProps) {
  const { prompt, view, to, actions, canDelete, index, selecting, selected, onToggle } = props;
  function handleKey(event: KeyboardEvent) {
    if (event.metaKey || event.ctrlKey || event.altKey || event.key !== ' ') return;
    event.preventDefault();
    onToggle?.(index, event.shiftKey);
  }
  function toggle(event: MouseEvent) {
    event.preventDefault();
    onToggle?.(index, event.shiftKey);
  }

  return (
    <SummaryRow
      view={view}
      prompt={prompt}
      {...(selecting ? { icon: <SelectionMark selected={selected} /> } : {})}
      to={to}
      // The same element in both cases, so that it keeps focus.
      {...(selecting
        ? {
            link: {
              role: 'checkbox',
              'aria-checked': selected,
              onClick: toggle,
              onKeyDown: handleKey,
            },
          }
        : {})}
      actions={
        <>
          {onToggle ? (
            <button
              type="button"
              hidden
              aria-label={`Select ${prompt.title}`}
              aria-keyshortcuts="x"
              onClick={toggle}
            />
          ) : null}
          <RowActions
            prompt={prompt}
            actions={actions}
            onSelect={onToggle && (() => onToggle(index, false))}
            onDelete={canDelete ? () => actions.askDelete(prompt) : undefined}
          />
        </>
      }
    />
  );
});

/** Shows in the place of the icon whether the row is selected. */
function SelectionMark({ selected }: { readonly selected: boolean }) {
  return (
    <span
      aria-hidden="true"
      className={cx(
        'grid size-5 shrink-0 place-items-center rounded-sm border',
        selected ? 'border-ink bg-ink text-ground' : 'border-outline bg-surface',
      )}
    >
      {selected ? <Check strokeWidth={3} className="size-3.5" /> : null}
    </span>
  );
}
