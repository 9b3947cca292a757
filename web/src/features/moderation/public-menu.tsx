import { EyeOff, Flag } from 'lucide-react';
import { Menu } from '#web/ui/overlay/overlays.tsx';
import { MoreButton } from '#web/ui/overlay/more-button.tsx';

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
      trigger={<MoreButton label={label} title="More" />}
      items={[
        { label: 'Report', icon: Flag, onSelect: onReport },
        { label: 'Hide author', icon: EyeOff, onSelect: onHide },
      ]}
    />
  );
}
