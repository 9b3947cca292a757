import { useQuery } from '@tanstack/react-query';
import { LayoutTemplate, Plus } from 'lucide-react';
import { Link } from 'react-router';
import { routes } from '#contract/routes.ts';
import { toDataError } from '#web/data/backend/data-error.ts';
import type { Prompt } from '#web/data/prompts/prompt.ts';
import { starterTemplatesQuery } from '#web/data/prompts/starter-templates.ts';
import { PromptIcon } from '#web/ui/content/prompt-icon.tsx';
import { Alert } from '#web/ui/feedback/alert.tsx';
import { Button, IconButton } from '#web/ui/form/button.tsx';
import { textLinkClass } from '#web/ui/form/text-link-class.ts';
import { SkeletonRows } from '#web/ui/list/skeleton.tsx';
import { StartOption } from './start-option.tsx';

interface TemplateOptionProps {
  /** Asks for the variables, and copies the text. */
  readonly onCopy: (template: Prompt) => void;
  /** Opens a copy that becomes the person's own. */
  readonly onTake: (template: Prompt) => void;
  readonly className?: string | undefined;
}

/** Six templates, to fill in and copy in place, or to take into the library. */
export function TemplateOption({ onCopy, onTake, className }: TemplateOptionProps) {
  const templates = useQuery(starterTemplatesQuery());
  return (
    <StartOption icon={<LayoutTemplate size={18} />} title="Take a template" className={className}>
      {templates.isPending ? (
        <SkeletonRows count={6} label="Loading templates" rowClassName="h-11" />
      ) : null}
      {templates.isError ? (
        <Alert>
          <p>Templates couldn't be loaded: {toDataError(templates.error).message}</p>
          <Button size="small" className="mt-2" onClick={() => void templates.refetch()}>
            Try again
          </Button>
        </Alert>
      ) : null}
      {templates.data ? (
        <ul aria-label="Templates to begin with" className="-mx-2 flex flex-col">
          {templates.data.map((template) => (
            <li
              key={template.id}
              className="group/template relative flex min-h-11 items-center gap-2 rounded-md pr-1 pl-2 hover:bg-hover"
            >
              <PromptIcon
                icon={template.icon}
                title={template.title}
                className="size-7 text-base"
              />
              <button
                type="button"
                title="Fill in and copy"
                className="min-w-0 flex-1 py-1.5 text-left text-sm text-balance text-ink after:absolute after:inset-0 after:rounded-md focus-visible:outline-none focus-visible:after:outline-2 focus-visible:after:-outline-offset-2 focus-visible:after:outline-ink"
                onClick={() => onCopy(template)}
              >
                <span className="sr-only">Fill in and copy: </span>
                {template.title}
              </button>
              <IconButton
                label={`Add “${template.title}” to your library`}
                title="Add to your library"
                size="small"
                className="relative z-10 shrink-0"
                onClick={() => onTake(template)}
              >
                <Plus size={16} />
              </IconButton>
            </li>
          ))}
        </ul>
      ) : null}
      <Link to={routes.templates} className={`${textLinkClass} mt-auto self-start text-sm`}>
        All templates
      </Link>
    </StartOption>
  );
}
