import type { ReactNode } from 'react';
import { Button } from '#web/ui/form/button.tsx';
import { SidePanel } from '#web/ui/overlay/overlays.tsx';

interface WriterDetailsProps {
  readonly isWide: boolean;
  readonly open: boolean;
  readonly onOpenChange: (open: boolean) => void;
  readonly children: ReactNode;
}

/** The details of a prompt: beside its text, or in a panel where there is no room. */
export function WriterDetails({ isWide, open, onOpenChange, children }: WriterDetailsProps) {
  return isWide ? (
    <aside aria-label="Details" className="!col-auto min-w-0">
      {children}
    </aside>
  ) : (
    <SidePanel
      open={open}
      onOpenChange={onOpenChange}
      title="Details"
      footer={
        <Button variant="primary" onClick={() => onOpenChange(false)}>
          Done
        </Button>
      }
    >
      {children}
    </SidePanel>
  );
}
