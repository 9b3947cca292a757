import { RelativeTime } from '#web/ui/content/relative-time.tsx';
import { Button } from '#web/ui/form/button.tsx';

interface NewerVersionNoticeProps {
  readonly subject: 'prompt' | 'chain';
  readonly byMe: boolean;
  readonly at: string;
  readonly onCompare: () => void;
}

/** Says in a form with changes that a newer version was saved elsewhere. */
export function NewerVersionNotice({ subject, byMe, at, onCompare }: NewerVersionNoticeProps) {
  return (
    <output className="mt-3 flex flex-wrap items-center gap-x-4 gap-y-2 rounded-md border border-hairline bg-sunken px-4 py-3 text-sm text-ink-soft shadow-float">
      <span className="min-w-0 flex-1 basis-56">
        {byMe
          ? `You changed this ${subject} in another tab`
          : `Someone else changed this ${subject}`}{' '}
        <RelativeTime at={at} />. Your changes are still here.
      </span>
      <Button size="small" onClick={onCompare}>
        Compare
      </Button>
    </output>
  );
}
