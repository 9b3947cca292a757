import { MoreHorizontal } from 'lucide-react';
import type { ComponentProps } from 'react';
import { IconButton } from '#web/ui/form/button.tsx';

type MoreButtonProps = Omit<ComponentProps<typeof IconButton>, 'children'>;

/** The '…' button that opens a menu of further actions. */
export function MoreButton(props: MoreButtonProps) {
  return (
    <IconButton size="small" {...props}>
      <MoreHorizontal size={18} />
    </IconButton>
  );
}
