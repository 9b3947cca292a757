import { CopyPlus, ListChecks, Trash2 } from 'lucide-react';
import type { PromptSummary } from '#web/data/prompts/prompt.ts';
import { cx } from '#web/lib/theme/class-names.ts';
import { CopyIcon } from '#web/ui/feedback/copy-icon.tsx';
import { IconButton } from '#web/ui/form/button.tsx';
import { Menu } from '#web/ui/overlay/overlays.tsx';
import { MoreButton } from '#web/ui/overlay/more-button.tsx';
import { StarButton } from './star-button.tsx';
import type { PromptActions } from './use-prompt-actions.tsx';

interface RowActionsProps {
  readonly prompt: Pick<PromptSummary, 'id' | 'title' | 'starred'> & {
    /** Absent or null: only the beginning of the text is loaded. */
    readonly content?: string | null;
  };
  readonly actions: Pick<PromptActions, 'copy' | 'copyPlain' | 'star'>;
  /** Selects the row. */
  readonly onSelect?: (() => void) | undefined;
  readonly onDelete?: (() => void) | undefined;
}

/**
 * Visible on hover and focus, and always on touch screens. In narrow lists, which have no columns
 * before the actions, hidden ones leave their width to the preview.
 */
const quiet = cx(
  'pointer-fine:opacity-0 group-hover/row:opacity-100 group-focus-within/row:opacity-100',
  'focus-visible:opacity-100 aria-expanded:opacity-100',
  'pointer-fine:@max-2xl:-ml-8 group-hover/row:ml-0 group-focus-within/row:ml-0',
  'aria-expanded:ml-0',
);

/**
 * The actions of a prompt's row or card: copy, star, and a menu with the rest. Phones don't show the
 * menu: the prompt's page has the same actions.
 */
export function RowActions({ prompt, actions, onSelect, onDelete }: RowActionsProps) {
  const { id, title, content = null, starred } = prompt;
  return (
    <span className="flex items-center">
      <IconButton
        label={`Copy ${title}`}
        title="Copy"
        size="small"
        aria-keyshortcuts="y"
        onClick={() => actions.copy({ id, title, content })}
        className={quiet}
      >
        <CopyIcon of={id} size={16} />
      </IconButton>
      <StarButton
        title={title}
        starred={starred}
        size="small"
        onToggle={() => actions.star(prompt)}
        className={starred ? undefined : quiet}
      />
      {onSelect || onDelete ? (
        <Menu
          trigger={
            <MoreButton
              label={`More actions for ${title}`}
              title="More actions"
              className={cx(quiet, 'max-sm:hidden')}
            />
          }
          items={[
            {
              label: 'Copy without filling in',
              icon: CopyPlus,
              onSelect: () => actions.copyPlain({ id, title, content }),
            },
            ...(onSelect ? [{ label: 'Select', icon: ListChecks, onSelect }] : []),
            ...(onDelete
              ? [
                  {
                    label: 'Delete',
                    icon: Trash2,
                    danger: true,
                    onSelect: onDelete,
                  },
                ]
              : []),
          ]}
        />
      ) : null}
    </span>
  );
}
