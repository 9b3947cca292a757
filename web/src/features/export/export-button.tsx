import { Download } from 'lucide-react';
import { lazy, useState } from 'react';
import { Button } from '#web/ui/form/button.tsx';
import type { ButtonLook } from '#web/ui/form/button-class.ts';
import { OverlaySuspense } from '#web/ui/overlay/once-opened.tsx';

const ExportDialog = lazy(() => import('./export-dialog.tsx'));

/** The button that exports everything. Loads its dialog when first pressed. */
export function ExportButton({ variant, size }: ButtonLook) {
  const [open, setOpen] = useState<boolean | null>(null);
  return (
    <>
      <Button
        variant={variant}
        size={size}
        icon={<Download size={size === 'small' ? 15 : 17} />}
        onClick={() => setOpen(true)}
      >
        Export
      </Button>
      {open === null ? null : (
        <OverlaySuspense>
          <ExportDialog open={open} onOpenChange={setOpen} scope={{ kind: 'everything' }} />
        </OverlaySuspense>
      )}
    </>
  );
}
