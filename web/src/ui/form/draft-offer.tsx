import { cx } from '#web/lib/theme/class-names.ts';
import { RelativeTime } from '#web/ui/content/relative-time.tsx';
import { Button } from './button.tsx';

export interface DraftOfferProps<Draft> {
  /** The result of `useDraft`. */
  readonly draft: {
    readonly offered: Draft | null;
    readonly adopt: (draft: Draft) => void;
    readonly discard: (draft: Draft) => void;
  };
  /** Whether the form is unchanged; a changed form offers no draft. */
  readonly untouched: boolean;
  /** Returns the text of the draft, of which the start is shown. */
  readonly textOf: (draft: Draft) => string;
  readonly onRestore: (draft: Draft) => void;
  readonly className?: string;
}

/**
 * Offers to continue with the unsaved changes of an earlier visit to a form, or to discard them.
 */
export function DraftOffer<Draft extends { readonly savedAt: string }>(
  props: DraftOfferProps<Draft>,
) {
  const { draft, untouched, textOf, onRestore, className } = props;
  const { offered } = draft;
  if (offered === null || !untouched) return null;
  const start = textOf(offered).trim().slice(0, 80);
  return (
    <div
      className={cx(
        'mb-5 flex flex-wrap items-center gap-x-4 gap-y-2 rounded-md border border-hairline bg-sunken px-4 py-3',
        className,
      )}
    >
      <p className="min-w-0 flex-1 basis-56 text-sm text-ink">
        Unsaved changes from <RelativeTime at={offered.savedAt} />
        {start === '' ? (
          '.'
        ) : (
          <>
            : <span className="font-medium">{start}</span>
          </>
        )}
      </p>
      <div className="flex items-center gap-2">
        <Button
          size="small"
          onClick={() => {
            onRestore(offered);
            draft.adopt(offered);
          }}
        >
          Continue
        </Button>
        <Button size="small" variant="quiet" onClick={() => draft.discard(offered)}>
          Discard
        </Button>
      </div>
    </div>
  );
}
