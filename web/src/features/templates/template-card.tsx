import type { ReactNode } from 'react';
import type { PromptSummary } from '#web/data/prompts/prompt.ts';
import { formatCount } from '#web/lib/text/format-count.ts';
import { variableCountOf } from '#web/lib/variables/variable-count.ts';
import { Marked, MarkedExcerpt } from '#web/ui/content/marked.tsx';
import { PromptIcon } from '#web/ui/content/prompt-icon.tsx';
import { Card } from '#web/ui/list/card.tsx';

interface TemplateCardProps {
  readonly template: PromptSummary;
  readonly actions: ReactNode;
  readonly onUse: () => void;
}

/** A template card: it opens a copy. */
export function TemplateCard({ template, actions, onUse }: TemplateCardProps) {
  const { title, icon, description, preview, content, tags } = template;
  const variableCount = variableCountOf(template);
  return (
    <Card
      heading="h3"
      icon={<PromptIcon icon={icon} title={title} small />}
      title={<Marked text={title} />}
      onOpen={onUse}
      actions={actions}
      footer={
        <>
          {variableCount > 0 ? <span>{formatCount(variableCount, 'variable')}</span> : null}
          {tags.slice(0, 4).map((tag) => (
            <span key={tag}>
              #<Marked text={tag} />
            </span>
          ))}
        </>
      }
    >
      <p className="mt-2 line-clamp-4 text-sm break-words text-ink-soft">
        <MarkedExcerpt description={description} preview={content ?? preview} />
      </p>
    </Card>
  );
}
