import {
  CopyPlus,
  GitFork,
  GitPullRequestArrow,
  LayoutTemplate,
  Pencil,
  Share2,
  Trash2,
  Users,
} from 'lucide-react';
import type { ReactNode } from 'react';
import { messages } from '#contract/messages.ts';
import { routes } from '#contract/routes.ts';
import type { PromptDetail } from '#web/data/prompts/prompt.ts';
import { useShortcut } from '#web/lib/react/use-shortcut.ts';
import { cx } from '#web/lib/theme/class-names.ts';
import { CopyIcon } from '#web/ui/feedback/copy-icon.tsx';
import { BackLink } from '#web/ui/content/back-link.tsx';
import { Button } from '#web/ui/form/button.tsx';
import { Menu } from '#web/ui/overlay/overlays.tsx';
import { MoreButton } from '#web/ui/overlay/more-button.tsx';
import { toast } from '#web/ui/feedback/toast.ts';
import { StarButton } from '#web/features/prompts/list/star-button.tsx';
import { useDuplicate } from '#web/features/prompts/panel/use-duplicate.ts';
import { pageBarClass } from './page-bar-class.ts';
import type { PromptActions } from '#web/features/prompts/list/use-prompt-actions.tsx';

interface PromptBarProps {
  readonly prompt: PromptDetail;
  readonly back: string;
  readonly actions: PromptActions;
  /** 'Copy', or 'Fill in and copy' for a prompt with variables. */
  readonly copyLabel: string;
  readonly onCopy: () => void;
  /** Whether the copy button is at the foot of the screen instead. */
  readonly hasFoot: boolean;
  /** Whether the page's title has scrolled away, so that the bar shows it. */
  readonly showsTitle: boolean;
  /** Null: the person may not edit the prompt. */
  readonly onEdit: (() => void) | null;
  /** Null: the prompt is the person's own, or a template. */
  readonly onFork: (() => void) | null;
  /** Null: the person may edit the prompt, or it takes no proposals. */
  readonly onSuggest: (() => void) | null;
  /** Proposes a fork to its original; null: it has none that the person reads and can't edit. */
  readonly onPropose: (() => void) | null;
  /** Opens a copy of a template; null: the prompt is none. */
  readonly onUse: (() => void) | null;
  readonly canDelete: boolean;
  /** Asks for a team to move the person's own prompt to. */
  readonly onMoveToTeam: () => void;
  /** Opens the prompt elsewhere; beside the copy button. */
  readonly openIn: ReactNode;
  /** More actions for other people's prompts. */
  readonly more?: ReactNode;
}

/**
 * The bar at the top of a prompt's page: back and actions. It stays while the page scrolls. The
 * keys y, f and e copy, star and edit.
 */
export function PromptBar(props: PromptBarProps) {
  const { prompt, back, actions, onEdit, onFork, onUse, canDelete, showsTitle, onCopy } = props;
  const { onSuggest, onPropose } = props;
  const deleted = prompt.deletedAt !== null;
  const edit = deleted ? null : onEdit;
  const duplicate = useDuplicate();
  useShortcut('y', onCopy);
  useShortcut('f', () => actions.star(prompt));
  useShortcut('e', () => edit?.());
  return (
    <div
      data-page-bar
      className={cx(pageBarClass, showsTitle ? 'border-hairline' : 'border-transparent')}
    >
      <BackLink to={back} />
      <p
        aria-hidden="true"
        className={cx(
          'min-w-0 flex-1 truncate font-serif text-lg font-medium text-ink transition-opacity [unicode-bidi:plaintext]',
          showsTitle ? 'opacity-100' : 'opacity-0',
        )}
      >
        {showsTitle ? prompt.title : null}
      </p>
      <StarButton
        title={prompt.title}
        starred={prompt.starred}
        onToggle={() => actions.star(prompt)}
        className="h-8"
      />
      {prompt.isPublic && !deleted ? (
        <Button
          size="small"
          variant="quiet"
          icon={<Share2 size={16} />}
          onClick={() => void share(prompt.id)}
        >
          <span className="max-md:sr-only">Share</span>
        </Button>
      ) : null}
      {onUse ? (
        <Button size="small" icon={<LayoutTemplate size={16} />} onClick={onUse}>
          Use template
        </Button>
      ) : null}
      {onFork ? (
        <Button
          size="small"
          data-tooltip="Fork Prompt"
          icon={<GitFork size={16} />}
          onClick={onFork}
        >
          <span className={onSuggest ? 'max-sm:sr-only' : undefined}>Fork Prompt</span>
        </Button>
      ) : null}
      {onSuggest && !deleted ? (
        <Button
          size="small"
          data-tooltip="Suggest an edit"
          icon={<GitPullRequestArrow size={16} />}
          onClick={onSuggest}
        >
          <span className="max-md:sr-only">Suggest an edit</span>
        </Button>
      ) : null}
      {edit ? (
        <Button size="small" aria-keyshortcuts="e" icon={<Pencil size={15} />} onClick={edit}>
          Edit
        </Button>
      ) : null}
      {props.more}
      {canDelete && !deleted ? (
        <Menu
          trigger={<MoreButton label="More actions" />}
          items={[
            { label: 'Duplicate', icon: CopyPlus, onSelect: () => void duplicate(prompt) },
            { label: 'Move to team…', icon: Users, onSelect: props.onMoveToTeam },
            ...(onPropose
              ? [
                  {
                    label: 'Propose to the original…',
                    icon: GitPullRequestArrow,
                    onSelect: onPropose,
                  },
                ]
              : []),
            {
              label: 'Delete',
              icon: Trash2,
              danger: true,
              onSelect: () => actions.askDelete(prompt),
            },
          ]}
        />
      ) : null}
      {props.hasFoot ? null : (
        <>
          {props.openIn}
          <CopyButton promptId={prompt.id} label={props.copyLabel} onCopy={onCopy} />
        </>
      )}
    </div>
  );
}

interface CopyButtonProps {
  readonly promptId: string;
  readonly label: string;
  readonly onCopy: () => void;
  readonly className?: string;
}

function CopyButton({ promptId, label, onCopy, className }: CopyButtonProps) {
  return (
    <Button
      size="small"
      variant="primary"
      aria-keyshortcuts="y"
      className={className}
      icon={<CopyIcon of={promptId} size={15} />}
      onClick={onCopy}
    >
      {label}
    </Button>
  );
}

interface PhoneCopyBarProps extends Omit<CopyButtonProps, 'className'> {
  /** Opens the prompt elsewhere. */
  readonly openIn: ReactNode;
}

/** The copy button at the foot of a phone's screen, where a thumb reaches it. */
export function PhoneCopyBar({ openIn, ...props }: PhoneCopyBarProps) {
  return (
    <div
      data-foot="page"
      className="fixed inset-x-0 bottom-(--shell-bottom) z-20 flex items-center gap-2 border-t border-hairline bg-ground px-4 py-2"
    >
      <CopyButton {...props} className="flex-1" />
      {openIn}
    </div>
  );
}

/** Copies the public link, which opens without signing in. */
async function share(id: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(location.origin + routes.sharedPrompt(id));
    toast.success(messages.prompts.linkCopied);
  } catch {
    toast.error(messages.prompts.copyFailed);
  }
}
