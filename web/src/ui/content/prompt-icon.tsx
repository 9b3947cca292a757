import { NotebookPen } from 'lucide-react';
import { cx } from '#web/lib/theme/class-names.ts';

interface PromptIconProps {
  /** An emoji; null shows the memo symbol. */
  readonly icon: string | null;
  readonly className?: string;
}

/** A prompt's icon. Decorative, since the title is beside it. */
export function PromptIcon({ icon, className }: PromptIconProps) {
  return (
    <span
      aria-hidden="true"
      className={cx(
        'grid size-9 shrink-0 place-items-center overflow-hidden rounded-md bg-sunken text-lg leading-none text-ink-soft',
        className,
      )}
    >
      {icon ?? <NotebookPen size={18} strokeWidth={1.75} />}
    </span>
  );
}
