import { Check, Trash2 } from 'lucide-react';
import { memo, type KeyboardEvent, type MouseEvent } from 'react';
import { Link } from 'react-router';
import type { PromptSummary } from '#web/data/prompts/prompt.ts';
import { cx } from '#web/lib/theme/class-names.ts';
import { IconButton } from '#web/ui/form/button.tsx';
import { Marked, MarkedExcerpt } from '#web/ui/content/marked.tsx';
import { CopyButton } from './copy-button.tsx';
import { PromptFacts } from './prompt-facts.tsx';
import { PromptIcon } from '#web/ui/content/prompt-icon.tsx';
import { StarButton } from './star-button.tsx';

interface PromptRowProps {
  readonly prompt: PromptSummary;
  /** The route that the row opens. */
  readonly to: string;
  readonly onStar: (prompt: PromptSummary) => void;
  readonly onCopy: (prompt: PromptSummary) => void;
  /** Null: the person may not delete this prompt. */
  readonly onDelete: ((prompt: PromptSummary) => void) | null;
  readonly index: number;
  /** A click selects the row instead of opening it. */
  readonly selecting: boolean;
  readonly selected: boolean;
  /** Undefined: rows of this list can't be selected. */
  readonly onToggle: ((index: number, range: boolean) => void) | undefined;
}

/** Returns the height of a row in pixels: six times the browser's font size. */
export function promptRowHeight(): number {
  return 6 * Number.parseFloat(getComputedStyle(document.documentElement).fontSize);
}

const quietAction = cx(
  'transition-opacity md:pointer-fine:opacity-0 group-hover/row:opacity-100',
  'group-focus-within/row:opacity-100 focus-visible:opacity-100',
);

/**
 * A prompt in a list. The whole row opens it; f stars, y copies, x selects, X selects a range (see
 * `useListKeys`). Memoised: its props stay the same while the list is scrolled.
 */
export const PromptRow = memo(function PromptRow(props: PromptRowProps) {
  const { prompt, to, onStar, onCopy, onDelete, index, selecting, selected, onToggle } = props;
  function handleKey(event: KeyboardEvent) {
    if (event.metaKey || event.ctrlKey || event.altKey) return;
    if (!selecting || event.key !== ' ') return;
    event.preventDefault();
    onToggle?.(index, event.shiftKey);
  }

  function toggle(event: MouseEvent) {
    event.preventDefault();
    onToggle?.(index, event.shiftKey);
  }

  // On a phone the actions stand beside title and text, and the facts take the whole line below.
  const besideActions = selecting ? '' : onDelete ? 'max-sm:mr-20' : 'max-sm:mr-9';
  return (
    <div className="cue-line group/row relative flex h-24 items-center gap-3 border-b border-hairline px-3 transition-colors hover:bg-hover has-[a:focus-visible]:bg-hover sm:gap-4 sm:px-4">
      {selecting ? <SelectionMark selected={selected} /> : <PromptIcon icon={prompt.icon} />}
      <div className="min-w-0 flex-1">
        <Link
          to={to}
          dir="auto"
          onKeyDown={handleKey}
          // The same element in both cases, so that it keeps focus.
          {...(selecting ? { role: 'checkbox', 'aria-checked': selected, onClick: toggle } : {})}
          className={cx(
            'block truncate text-base font-medium text-ink',
            besideActions,
            'after:absolute after:inset-0 focus-visible:outline-none focus-visible:after:outline-2 focus-visible:after:-outline-offset-2 focus-visible:after:outline-cue',
          )}
        >
          <Marked text={prompt.title} />
        </Link>
        <p dir="auto" className={cx('truncate text-sm text-ink-soft', besideActions)}>
          <MarkedExcerpt
            description={prompt.description}
            preview={prompt.preview}
            excerpt={prompt.excerpt}
          />
        </p>
        <div className="mt-1">
          <PromptFacts prompt={prompt} />
        </div>
      </div>
      <div
        className={cx(
          'z-1 flex shrink-0 items-center max-sm:absolute max-sm:top-2 max-sm:right-0 sm:relative',
          selecting && 'max-sm:hidden',
        )}
      >
        <CopyButton title={prompt.title} onCopy={() => onCopy(prompt)} className={quietAction} />
        {onToggle ? (
          <button
            type="button"
            hidden
            aria-label={`Select ${prompt.title}`}
            aria-keyshortcuts="x"
            onClick={toggle}
          />
        ) : null}
        {onDelete ? (
          <IconButton
            label={`Delete ${prompt.title}`}
            title="Delete"
            onClick={() => onDelete(prompt)}
            className={quietAction}
          >
            <Trash2 size={17} aria-hidden="true" />
          </IconButton>
        ) : null}
        <StarButton
          title={prompt.title}
          starred={prompt.starred}
          onToggle={() => onStar(prompt)}
          className={prompt.starred ? undefined : quietAction}
        />
      </div>
    </div>
  );
});

/** Shows in the place of the icon whether the row is selected. */
function SelectionMark({ selected }: { readonly selected: boolean }) {
  return (
    <span aria-hidden="true" className="grid size-9 shrink-0 place-items-center">
      <span
        className={cx(
          'grid size-5 place-items-center rounded-sm border',
          selected ? 'border-cue bg-cue text-on-cue' : 'border-outline bg-surface',
        )}
      >
        {selected ? <Check strokeWidth={3} className="size-3.5" /> : null}
      </span>
    </span>
  );
}
