import { Button } from './button.tsx';
import { RelativeTime } from '#web/ui/content/relative-time.tsx';

interface DraftNoticeProps {
  readonly savedAt: string;
  /** What they say; the first words are shown. */
  readonly words: string;
  readonly onRestore: () => void;
  readonly onDiscard: () => void;
}

/** Offers words that were written before and not saved. */
export function DraftNotice({ savedAt, words, onRestore, onDiscard }: DraftNoticeProps) {
  const start = words.trim().slice(0, 80);
  return (
    <div className="mb-5 flex flex-wrap items-center gap-x-4 gap-y-2 rounded-md border border-hairline bg-cue-wash px-4 py-3">
      <p className="min-w-0 flex-1 basis-56 text-sm text-ink">
        Unsaved changes from <RelativeTime at={savedAt} />
        {start === '' ? (
          '.'
        ) : (
          <>
            : <span className="font-medium">{start}</span>
          </>
        )}
      </p>
      <div className="flex items-center gap-2">
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
