import type { ReactNode } from 'react';
import type { PromptSummary } from '#web/data/prompts/prompt.ts';
import { formatCount } from '#web/lib/text/format-count.ts';
import { findVariables } from '#web/lib/variables/variables.ts';
import { Marked, MarkedExcerpt } from '#web/ui/content/marked.tsx';
import { PromptIcon } from '#web/ui/content/prompt-icon.tsx';

interface TemplateCardProps {
  readonly template: PromptSummary;
  readonly actions: ReactNode;
  readonly onUse: () => void;
}

/** A template card. The whole card opens a copy, apart from its actions. */
export function TemplateCard({ template, actions, onUse }: TemplateCardProps) {
  const { title, icon, description, preview, content, tags } = template;
  const variableCount = findVariables(content ?? preview).length;
  return (
    <li
      data-row
      className="cue-line group/row relative flex flex-col rounded-lg border border-hairline bg-surface p-4 transition-colors hover:bg-hover"
    >
      <div className="flex items-start gap-3">
        <PromptIcon icon={icon} />
        <h3 className="min-w-0 flex-1 text-base font-medium break-words text-ink">
          <button
            type="button"
            data-opens
            onClick={onUse}
            className="text-left after:absolute after:inset-0 after:rounded-lg focus-visible:outline-none focus-visible:after:outline-2 focus-visible:after:-outline-offset-2 focus-visible:after:outline-cue"
          >
            <Marked text={title} />
          </button>
        </h3>
        <div className="relative z-10 -mt-1.5 -mr-1.5 shrink-0">{actions}</div>
      </div>
      <p className="mt-2 line-clamp-4 text-sm break-words text-ink-soft">
        <MarkedExcerpt description={description} preview={content ?? preview} />
      </p>
      <p className="mt-auto flex flex-wrap items-center gap-x-3 pt-3 text-xs text-ink-quiet">
        {variableCount > 0 ? <span>{formatCount(variableCount, 'variable')}</span> : null}
        {tags.slice(0, 4).map((tag) => (
          <span key={tag}>
            #<Marked text={tag} />
          </span>
        ))}
      </p>
    </li>
  );
}
