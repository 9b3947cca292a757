import { ChevronDown } from 'lucide-react';
import { Link } from 'react-router';
import type { ReactNode } from 'react';
import type { ListedPrompt } from '#contract/public-pages.ts';
import { routes } from '#contract/routes.ts';
import { cx } from '#web/lib/theme/class-names.ts';
import { cutText } from '#web/lib/text/cut-text.ts';
import { formatCount } from '#web/lib/text/format-count.ts';
import { hideReferenceIds } from '#web/lib/variables/hide-reference-ids.ts';
import { resolvePublicContent } from '#web/lib/variables/resolve-public-content.ts';
import { findVariables } from '#templating/variables.ts';
import { PreviewText } from '#web/ui/content/preview-text.tsx';
import { PromptIcon } from '#web/ui/content/prompt-icon.tsx';
import { buttonClass } from '#web/ui/form/button-class.ts';
import { ButtonLink } from '#web/ui/form/button-link.tsx';
import { FillablePrompt } from './fillable-prompt.tsx';

interface PublicPromptRowProps {
  readonly prompt: ListedPrompt;
  /** The level of its title, one below the list's heading. */
  readonly heading: 'h2' | 'h3';
  /** Facts about it, such as its author. */
  readonly details?: ReactNode;
}

/** A prompt in a public list. It unfolds to be read, filled in and copied in place. */
export function PublicPromptRow({ prompt, heading: Heading, details }: PublicPromptRowProps) {
  const { id, title, description, content, tags, icon, isCut } = prompt;
  const variables = findVariables(content).length;
  return (
    <li data-found className="group/row relative border-b border-hairline py-5">
      <div className="flex items-start gap-4 sm:pr-44">
        <PromptIcon icon={icon} title={title} />
        <div className="min-w-0 flex-1">
          <Heading dir="auto" className="text-left font-medium break-words">
            <Link to={routes.sharedPrompt(id)} className="hover:underline hover:underline-offset-4">
              {title}
            </Link>
          </Heading>
          <p
            dir="auto"
            className="excerpt mt-0.5 line-clamp-2 max-w-[80ch] break-words text-ink-soft"
          >
            <PreviewText text={cutText(description.trim() || hideReferenceIds(content), 240)} />
          </p>
          <p className="mt-2 flex min-h-6 flex-wrap items-center gap-x-4 gap-y-1 text-xs text-ink-quiet">
            {details}
            {variables > 0 ? <span>{formatCount(variables, 'variable')}</span> : null}
            {tags.slice(0, 3).map((tag) => (
              <span key={tag} dir="auto" className="max-w-[20ch] truncate">
                #{tag}
              </span>
            ))}
          </p>
        </div>
        {isCut ? (
          <ButtonLink
            to={routes.sharedPrompt(id)}
            size="small"
            className="max-sm:hidden sm:absolute sm:top-5 sm:right-0"
          >
            Read and fill in
          </ButtonLink>
        ) : null}
      </div>
      {isCut ? null : (
        <details className="mt-3 sm:mt-0">
          <summary
            className={cx(
              buttonClass({ size: 'small' }),
              'cursor-pointer list-none sm:absolute sm:top-5 sm:right-0 [&::-webkit-details-marker]:hidden',
            )}
          >
            <ChevronDown
              size={15}
              className="transition-transform group-has-[[open]]/row:rotate-180"
            />
            <span className="in-[details:not([open])]:hidden">Close</span>
            <span className="in-[details[open]]:hidden">
              {variables > 0 ? 'Read and fill in' : 'Read and copy'}
            </span>
            <span className="sr-only">: {title}</span>
          </summary>
          <div className="mt-4 mb-2">
            <FillablePrompt content={resolvePublicContent(prompt)} isFolded />
          </div>
        </details>
      )}
    </li>
  );
}
