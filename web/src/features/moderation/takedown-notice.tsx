import { Ban } from 'lucide-react';
import { RelativeTime } from '#web/ui/content/relative-time.tsx';

interface TakedownNoticeProps {
  readonly reason: string;
  readonly at: string;
}

/** Shows the editors of a prompt that an operator took it down, and why. */
export function TakedownNotice({ reason, at }: TakedownNoticeProps) {
  return (
    <div
      role="note"
      aria-label="Taken down"
      className="mb-6 max-w-[760px] rounded-md bg-sunken px-4 py-3 text-sm text-ink"
    >
      <p className="flex items-center gap-2 font-medium">
        <Ban size={16} className="shrink-0 text-ink-quiet" />
        <span>
          This prompt was taken down <RelativeTime at={at} />.
        </span>
      </p>
      <p className="mt-1 break-words whitespace-pre-line">{reason}</p>
      <p className="mt-1">
        It's private now. You can make it public again once the people who run this site release it.
      </p>
    </div>
  );
}
