import type { Draft } from '#web/data/drafts.ts';
import { Button } from '#web/ui/button.tsx';
import { RelativeTime } from '#web/ui/relative-time.tsx';

interface DraftNoticeProps {
  readonly draft: Draft;
  readonly onRestore: () => void;
  readonly onDiscard: () => void;
}

/** Offers words that were written before and not saved. */
export function DraftNotice({ draft, onRestore, onDiscard }: DraftNoticeProps) {
  const { title, content } = draft.values;
  const words = (title || content).trim().slice(0, 80);
  return (
    <div className="mb-5 flex flex-wrap items-center gap-x-4 gap-y-2 rounded-md border border-hairline bg-cue-wash px-4 py-3">
      <p className="min-w-0 flex-1 basis-56 text-sm text-ink">
        Unsaved words from <RelativeTime at={draft.savedAt} />
        {words === '' ? (
          '.'
        ) : (
          <>
            : <span className="font-medium">{words}</span>
          </>
        )}
      </p>
      <div className="flex gap-2">
        <Button size="small" onClick={onRestore}>
          Continue
        </Button>
        <Button size="small" variant="quiet" onClick={onDiscard}>
          Discard
        </Button>
      </div>
    </div>
  );
}
