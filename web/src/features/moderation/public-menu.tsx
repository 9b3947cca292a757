import { EyeOff, Flag, MoreHorizontal } from 'lucide-react';
import { IconButton } from '#web/ui/form/button.tsx';
import { Menu } from '#web/ui/overlay/menu.tsx';

interface PublicMenuProps {
  /** The accessible name of the button. */
  readonly label: string;
  readonly onReport: () => void;
  readonly onHide: () => void;
}

/** Report and hide, for someone else's prompt. */
export function PublicMenu({ label, onReport, onHide }: PublicMenuProps) {
  return (
    <Menu
      trigger={
        <IconButton label={label} title="More">
          <MoreHorizontal size={17} aria-hidden="true" />
        </IconButton>
      }
      items={[
        { label: 'Report', icon: <Flag size={16} aria-hidden="true" />, onSelect: onReport },
        { label: 'Hide author', icon: <EyeOff size={16} aria-hidden="true" />, onSelect: onHide },
      ]}
    />
  );
}
