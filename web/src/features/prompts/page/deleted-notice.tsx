import { Trash2 } from 'lucide-react';
import type { PromptSummary } from '#web/data/prompts/prompt.ts';
import { useUndelete } from '#web/features/prompts/list/use-undelete.ts';
import { Button } from '#web/ui/form/button.tsx';

interface DeletedNoticeProps {
  readonly prompt: Pick<PromptSummary, 'id' | 'title' | 'deletedAt'>;
}

/** A notice that a prompt is deleted, with a button to restore it. */
export function DeletedNotice({ prompt }: DeletedNoticeProps) {
  const { undelete, busy } = useUndelete();
  return (
    <div className="mb-6 flex max-w-[760px] flex-wrap items-center gap-3 rounded-md bg-sunken px-4 py-3 text-sm text-ink">
      <Trash2 size={16} className="shrink-0 text-ink-quiet" />
      <p className="min-w-0 flex-1">This prompt was deleted. You can restore it for 30 days.</p>
      <Button size="small" busy={busy} onClick={() => void undelete(prompt)}>
        Restore prompt
      </Button>
    </div>
  );
}
