import { Copy, Trash2 } from 'lucide-react';
import type { KeyboardEvent } from 'react';
import { Link } from 'react-router';
import type { PromptSummary } from '#web/data/prompts.ts';
import { cx } from '#web/lib/class-names.ts';
import { IconButton } from '#web/ui/button.tsx';
import { PromptFacts } from './prompt-facts.tsx';
import { PromptIcon } from '#web/ui/prompt-icon.tsx';
import { StarButton } from './star-button.tsx';

interface PromptRowProps {
  readonly prompt: PromptSummary;
  /** Where the row leads. */
  readonly to: string;
  readonly onStar: (prompt: PromptSummary) => void;
  readonly onCopy: (prompt: PromptSummary) => void;
  /** Null: this prompt is not the person's to delete. */
  readonly onDelete: ((prompt: PromptSummary) => void) | null;
}

/** Height of a row in pixels. */
export const promptRowHeight = 96;

const quietAction = cx(
  'transition-opacity md:pointer-fine:opacity-0 group-hover/row:opacity-100',
  'group-focus-within/row:opacity-100 focus-visible:opacity-100',
);

/** A prompt in a list. The whole row opens it; f stars, y copies. */
export function PromptRow({ prompt, to, onStar, onCopy, onDelete }: PromptRowProps) {
  function press(event: KeyboardEvent<HTMLAnchorElement>) {
    if (event.metaKey || event.ctrlKey || event.altKey) return;
    const action = { f: onStar, y: onCopy }[event.key];
    if (!action) return;
    event.preventDefault();
    action(prompt);
  }

  return (
    <div className="cue-line group/row relative flex h-24 items-center gap-3 border-b border-hairline px-3 transition-colors hover:bg-hover has-[a:focus-visible]:bg-hover sm:gap-4 sm:px-4">
      <PromptIcon icon={prompt.icon} />
      <div className="min-w-0 flex-1">
        <Link
          to={to}
          onKeyDown={press}
          className="block truncate text-base font-medium text-ink after:absolute after:inset-0 focus-visible:outline-none focus-visible:after:outline-2 focus-visible:after:-outline-offset-2 focus-visible:after:outline-cue"
        >
          {prompt.title}
        </Link>
        <p className="truncate text-sm text-ink-soft">{firstWords(prompt)}</p>
        <div className="mt-1">
          <PromptFacts prompt={prompt} />
        </div>
      </div>
      <div className="relative z-1 flex shrink-0 items-center">
        <IconButton
          label={`Copy ${prompt.title}`}
          title="Copy"
          onClick={() => onCopy(prompt)}
          className={cx('max-md:hidden', quietAction)}
        >
          <Copy size={17} aria-hidden="true" />
        </IconButton>
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
}

/** What the row has room for. */
function firstWords({ description, preview }: PromptSummary): string {
  return description || preview;
}
