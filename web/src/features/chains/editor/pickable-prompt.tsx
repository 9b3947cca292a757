import { Plus } from 'lucide-react';
import type { StepChoice } from '#web/data/chains/chain-values.ts';
import type { PromptSummary } from '#web/data/prompts/prompt.ts';
import { Badge } from '#web/ui/feedback/badge.tsx';
import { Marked, MarkedExcerpt } from '#web/ui/content/marked.tsx';
import { PromptIcon } from '#web/ui/content/prompt-icon.tsx';

/** The height of a row in pixels. */
export const pickableHeight = 68;

interface PickablePromptProps {
  readonly prompt: PromptSummary;
  /** The team that shares it, if those of several are listed. */
  readonly from: string | undefined;
  readonly steps: readonly StepChoice[];
  readonly onAdd: () => void;
}

/** A prompt in the dialog. Pressing the row adds it, again if the chain already has it. */
export function PickablePrompt({ prompt, from, steps, onAdd }: PickablePromptProps) {
  const stepNumbers = steps.flatMap(({ promptId }, index) =>
    promptId === prompt.id ? [index + 1] : [],
  );
  return (
    <div className="cue-line border-b border-hairline">
      <button
        type="button"
        onClick={onAdd}
        className="flex h-[67px] w-full items-center gap-3 px-3 text-left transition-colors hover:bg-hover focus-visible:bg-hover focus-visible:-outline-offset-2"
      >
        <PromptIcon icon={prompt.icon} title={prompt.title} groupId={prompt.groupId} />
        <span className="min-w-0 flex-1">
          <span dir="auto" className="block truncate text-left text-base font-medium text-ink">
            <Marked text={prompt.title} />
          </span>
          <span dir="auto" className="block truncate text-left text-sm text-ink-soft">
            {from === undefined ? null : <span className="text-ink-quiet">{from} · </span>}
            <MarkedExcerpt
              description={prompt.description}
              preview={prompt.preview}
              excerpt={prompt.excerpt}
            />
          </span>
        </span>
        {stepNumbers.length === 0 ? null : (
          <Badge>
            Step{stepNumbers.length > 1 ? 's' : ''} {stepNumbers.join(', ')}
          </Badge>
        )}
        <Plus size={17} className="shrink-0 text-ink-quiet" />
      </button>
    </div>
  );
}
