import {
  CopyPlus,
  GitFork,
  LayoutTemplate,
  MoreHorizontal,
  Pencil,
  Share2,
  Trash2,
} from 'lucide-react';
import type { ReactNode } from 'react';
import { messages } from '#contract/messages.ts';
import { routes } from '#contract/routes.ts';
import type { PromptDetail } from '#web/data/prompts/prompt.ts';
import { Button, IconButton } from '#web/ui/form/button.tsx';
import { Menu } from '#web/ui/overlay/menu.tsx';
import { PageHeader } from '#web/ui/content/page-header.tsx';
import { toast } from '#web/ui/feedback/toast.ts';
import { StarButton } from '#web/features/prompts/list/star-button.tsx';
import { useDuplicate } from '#web/features/prompts/panel/use-duplicate.ts';
import type { PromptActions } from '#web/features/prompts/list/use-prompt-actions.tsx';

interface PromptHeaderProps {
  readonly prompt: PromptDetail;
  readonly back: string;
  readonly actions: PromptActions;
  /** Null: the person may not edit the prompt. */
  readonly onEdit: (() => void) | null;
  /** Null: the prompt is the person's own, or a template. */
  readonly onFork: (() => void) | null;
  /** Opens a copy of a template; null: the prompt is none. */
  readonly onUse: (() => void) | null;
  readonly canDelete: boolean;
  /** More actions for other people's prompts. */
  readonly more?: ReactNode;
}

/** Title and actions of a prompt's page. */
export function PromptHeader(props: PromptHeaderProps) {
  const { prompt, back, actions, onEdit, onFork, onUse, canDelete } = props;
  const deleted = prompt.deletedAt !== null;
  const duplicate = useDuplicate();
  return (
    <PageHeader
      title={prompt.title}
      back={back}
      actions={
        <>
          <StarButton
            title={prompt.title}
            starred={prompt.starred}
            onToggle={() => actions.star(prompt)}
          />
          {prompt.isPublic && !deleted ? (
            <Button
              icon={<Share2 size={16} aria-hidden="true" />}
              onClick={() => void share(prompt.id)}
            >
              <span className="max-sm:sr-only">Share</span>
            </Button>
          ) : null}
          {onUse ? (
            <Button
              variant="primary"
              icon={<LayoutTemplate size={16} aria-hidden="true" />}
              onClick={onUse}
            >
              Use template
            </Button>
          ) : null}
          {onFork ? (
            <Button icon={<GitFork size={16} aria-hidden="true" />} onClick={onFork}>
              Fork Prompt
            </Button>
          ) : null}
          {onEdit && !deleted ? (
            <Button icon={<Pencil size={16} aria-hidden="true" />} onClick={onEdit}>
              Edit
            </Button>
          ) : null}
          {props.more}
          {canDelete && !deleted ? (
            <Menu
              trigger={
                <IconButton label="More actions">
                  <MoreHorizontal size={18} aria-hidden="true" />
                </IconButton>
              }
              items={[
                {
                  label: 'Duplicate',
                  icon: <CopyPlus size={16} aria-hidden="true" />,
                  onSelect: () => void duplicate(prompt),
                },
                {
                  label: 'Delete',
                  icon: <Trash2 size={16} aria-hidden="true" />,
                  danger: true,
                  onSelect: () => actions.askDelete(prompt),
                },
              ]}
            />
          ) : null}
        </>
      }
    />
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
