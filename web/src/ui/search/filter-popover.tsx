import { ListFilter } from 'lucide-react';
import type { ReactNode } from 'react';
import { Button } from '#web/ui/form/button.tsx';
import { Popover } from '#web/ui/overlay/overlays.tsx';

interface FilterPopoverProps {
  readonly label: string;
  /** The number of chosen filters. */
  readonly active: number;
  readonly onClear: () => void;
  /** Classes of the button. */
  readonly className: string;
  readonly children: ReactNode;
}

/** The button 'Filter' with the number of filters, and the panel to choose and clear them. */
export function FilterPopover(props: FilterPopoverProps) {
  const { label, active, onClear, className, children } = props;
  return (
    <Popover
      label={label}
      trigger={
        <Button icon={<ListFilter size={16} />} className={className}>
          {active > 0 ? `Filter (${active})` : 'Filter'}
        </Button>
      }
    >
      <div className="flex flex-col gap-5">
        {children}
        {active > 0 ? (
          <Button size="small" onClick={onClear}>
            Clear filters
          </Button>
        ) : null}
      </div>
    </Popover>
  );
}
