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
  /** Where the row leads. */
  readonly to: string;
  readonly onStar: (prompt: PromptSummary) => void;
  readonly onCopy: (prompt: PromptSummary) => void;
  /** Null: this prompt is not the person's to delete. */
  readonly onDelete: ((prompt: PromptSummary) => void) | null;
  /** Its place in the list. */
  readonly index: number;
  /** Rows are being chosen: a press chooses this one instead of opening it. */
  readonly choosing: boolean;
  readonly chosen: boolean;
  /** Absent: rows of this list cannot be chosen. */
  readonly onToggle: ((index: number, range: boolean) => void) | undefined;
}

/** Height of a row in pixels: six times the size of letters that the browser is set to. */
export function promptRowHeight(): number {
  return 6 * Number.parseFloat(getComputedStyle(document.documentElement).fontSize);
}

const quietAction = cx(
  'transition-opacity md:pointer-fine:opacity-0 group-hover/row:opacity-100',
  'group-focus-within/row:opacity-100 focus-visible:opacity-100',
);

/**
 * A prompt in a list. The whole row opens it; f stars, y copies, x selects, X everything up to there (see
 * `useListKeys`). Its props stay the same while the list is scrolled, so that it renders once.
 */
export const PromptRow = memo(function PromptRow(props: PromptRowProps) {
  const { prompt, to, onStar, onCopy, onDelete, index, choosing, chosen, onToggle } = props;
  function press(event: KeyboardEvent) {
    if (event.metaKey || event.ctrlKey || event.altKey) return;
    if (!choosing || event.key !== ' ') return;
    event.preventDefault();
    onToggle?.(index, event.shiftKey);
  }

  function choose(event: MouseEvent) {
    event.preventDefault();
    onToggle?.(index, event.shiftKey);
  }

  // On a phone the actions stand beside the words, and the facts have the line below for themselves.
  const besideActions = choosing ? '' : onDelete ? 'max-sm:mr-20' : 'max-sm:mr-9';
  return (
    <div className="cue-line group/row relative flex h-24 items-center gap-3 border-b border-hairline px-3 transition-colors hover:bg-hover has-[a:focus-visible]:bg-hover sm:gap-4 sm:px-4">
      {choosing ? <Tick chosen={chosen} /> : <PromptIcon icon={prompt.icon} />}
      <div className="min-w-0 flex-1">
        <Link
          to={to}
          dir="auto"
          onKeyDown={press}
          // The same element in both cases, so that it keeps the focus.
          {...(choosing ? { role: 'checkbox', 'aria-checked': chosen, onClick: choose } : {})}
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
          choosing && 'max-sm:hidden',
        )}
      >
        <CopyButton title={prompt.title} onCopy={() => onCopy(prompt)} className={quietAction} />
        {onToggle ? (
          <button
            type="button"
            hidden
            aria-label={`Select ${prompt.title}`}
            aria-keyshortcuts="x"
            onClick={choose}
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

/** Where the icon was, as wide as it is: whether the row is chosen. */
function Tick({ chosen }: { readonly chosen: boolean }) {
  return (
    <span aria-hidden="true" className="grid size-9 shrink-0 place-items-center">
      <span
        className={cx(
          'grid size-5 place-items-center rounded-sm border',
          chosen ? 'border-cue bg-cue text-on-cue' : 'border-outline bg-surface',
        )}
      >
        {chosen ? <Check strokeWidth={3} className="size-3.5" /> : null}
      </span>
    </span>
  );
}
