import { Star } from 'lucide-react';
import { cx } from '#web/lib/theme/class-names.ts';
import { IconButton } from '#web/ui/form/button.tsx';

interface StarButtonProps {
  readonly title: string;
  readonly starred: boolean;
  readonly onToggle: () => void;
  readonly size?: 'small';
  readonly className?: string | undefined;
}

/** Adds a prompt to the favourites, or removes it. */
export function StarButton({ title, starred, onToggle, size, className }: StarButtonProps) {
  return (
    <IconButton
      label={`Favourite ${title}`}
      title={starred ? 'Remove from favourites' : 'Add to favourites'}
      size={size}
      aria-pressed={starred}
      aria-keyshortcuts="f"
      onClick={onToggle}
      className={cx(starred && 'text-star', className)}
    >
      <Star
        size={size === 'small' ? 16 : 18}
        className={cx(starred && 'text-star')}
        fill={starred ? 'currentColor' : 'none'}
      />
    </IconButton>
  );
}
