import type { PromptSummary } from '#web/data/prompts/prompt.ts';
import { CopyButton } from './copy-button.tsx';
import { StarButton } from './star-button.tsx';
import type { PromptActions } from './use-prompt-actions.tsx';

interface CardActionsProps {
  readonly prompt: Pick<PromptSummary, 'id' | 'title' | 'starred'> & {
    /** Absent or null: only the beginning of the text is loaded. */
    readonly content?: string | null;
  };
  readonly actions: PromptActions;
}

/** The buttons on a prompt's card: copy and star. */
export function CardActions({ prompt, actions }: CardActionsProps) {
  const { id, title, content = null, starred } = prompt;
  return (
    <span className="flex">
      <CopyButton
        title={title}
        onCopy={() => actions.copy({ id, title, content })}
        className="transition-opacity group-focus-within/row:opacity-100 group-hover/row:opacity-100 md:pointer-fine:opacity-0"
      />
      <StarButton title={title} starred={starred} onToggle={() => actions.star(prompt)} />
    </span>
  );
}
