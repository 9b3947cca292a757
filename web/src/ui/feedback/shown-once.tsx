import { Button } from '#web/ui/form/button.tsx';
import { CopyIcon } from './copy-icon.tsx';
import { copyText } from './copy-text.ts';

interface ShownOnceProps {
  /** Names the value for screen readers, such as 'Token'. */
  readonly label: string;
  readonly value: string;
  readonly copyLabel: string;
  /** Follows the sentence that it is shown only once. */
  readonly note?: string;
}

/** A new secret, which is shown only once, with a button that copies it. */
export function ShownOnce({ label, value, copyLabel, note }: ShownOnceProps) {
  return (
    <div className="flex flex-col gap-4">
      <p className="text-sm text-ink-soft">
        Copy it now: you won't see it again.{note === undefined ? null : ` ${note}`}
      </p>
      <code
        aria-label={label}
        className="rounded-md bg-sunken p-4 font-mono text-sm break-all select-all"
      >
        {value}
      </code>
      <div>
        <Button
          variant="primary"
          icon={<CopyIcon of={value} size={16} />}
          onClick={() => void copyText(value)}
        >
          {copyLabel}
        </Button>
      </div>
    </div>
  );
}
