import { Copy } from 'lucide-react';
import { cx } from '#web/lib/theme/class-names.ts';
import { IconButton } from '#web/ui/form/button.tsx';

interface CopyButtonProps {
  readonly title: string;
  readonly onCopy: () => void;
  readonly className?: string;
}

/** Copies a prompt from its row or card. Hidden on phones, where the prompt's page has a button. */
export function CopyButton({ title, onCopy, className }: CopyButtonProps) {
  return (
    <IconButton
      label={`Copy ${title}`}
      title="Copy"
      aria-keyshortcuts="y"
      onClick={onCopy}
      className={cx('max-md:hidden', className)}
    >
      <Copy size={17} aria-hidden="true" />
    </IconButton>
  );
}
