import { Lock, Tag } from 'lucide-react';
import type { PromptLabel } from '#web/data/prompts/labels.ts';

/** The name of a label, with a lock if it is protected. */
export function LabelChip({ label, isProtected }: Pick<PromptLabel, 'label' | 'isProtected'>) {
  const Icon = isProtected ? Lock : Tag;
  return (
    <span className="inline-flex max-w-full items-center gap-1 rounded-sm bg-sunken px-1.5 py-0.5 font-mono text-xs text-ink-soft">
      <Icon size={12} className="shrink-0 text-ink-quiet" />
      <span className="truncate" title={label}>
        {label}
      </span>
      {isProtected ? <span className="sr-only">(protected)</span> : null}
    </span>
  );
}
