import { useState, type ComponentProps, type ReactNode } from 'react';
import { Button } from '#web/ui/form/button.tsx';
import { Select } from '#web/ui/form/select.tsx';
import { Dialog } from './overlays.tsx';

interface ChoiceDialogProps {
  readonly open: boolean;
  readonly onOpenChange: (open: boolean) => void;
  readonly title: string;
  readonly description: string;
  readonly select: ComponentProps<typeof Select>;
  readonly confirmLabel: string;
  readonly disabled?: boolean;
  /** The consequences of the chosen value. */
  readonly children?: ReactNode;
  /** Resolves to false if it failed; the dialog then stays open. */
  readonly onConfirm: () => Promise<boolean>;
}

/** Asks for one value, such as a group or a team, and says what follows from it. */
export function ChoiceDialog(props: ChoiceDialogProps) {
  const { open, onOpenChange, title, description, select, confirmLabel, children, onConfirm } =
    props;
  const [busy, setBusy] = useState(false);

  async function confirm() {
    setBusy(true);
    const ok = await onConfirm();
    setBusy(false);
    if (ok) onOpenChange(false);
  }

  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      title={title}
      description={description}
      width="narrow"
      footer={
        <>
          <Button onClick={() => onOpenChange(false)}>Cancel</Button>
          <Button
            variant="primary"
            busy={busy}
            disabled={props.disabled ?? false}
            onClick={() => void confirm()}
          >
            {confirmLabel}
          </Button>
        </>
      }
    >
      <Select {...select} />
      {children}
    </Dialog>
  );
}
