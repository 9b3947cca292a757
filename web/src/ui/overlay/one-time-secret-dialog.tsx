import { useState, type ReactNode } from 'react';
import { Button } from '#web/ui/form/button.tsx';
import { Dialog } from './overlays.tsx';

interface OneTimeSecretDialogProps<Created> {
  readonly open: boolean;
  readonly onOpenChange: (open: boolean) => void;
  readonly width?: 'narrow' | 'medium';
  /** While the form is shown, and afterwards. */
  readonly titles: readonly [form: string, secret: string];
  readonly description?: string;
  readonly renderForm: (onCreated: (created: Created) => void, onCancel: () => void) => ReactNode;
  readonly renderSecret: (created: Created) => ReactNode;
  /** Called when the secret was shown and the dialog closes. */
  readonly onDone?: (created: Created) => void;
}

/** Creates something that has a secret, and shows the secret once. Each opening starts over. */
export function OneTimeSecretDialog<Created>({
  open,
  onOpenChange,
  width = 'medium',
  titles,
  description,
  renderForm,
  renderSecret,
  onDone,
}: OneTimeSecretDialogProps<Created>) {
  const [created, setCreated] = useState<Created | null>(null);

  function change(next: boolean) {
    onOpenChange(next);
    if (next || created === null) return;
    setCreated(null);
    onDone?.(created);
  }

  const close = () => change(false);
  return (
    <Dialog
      open={open}
      onOpenChange={change}
      closeOnOutside={false}
      closeOnEscape={created === null}
      width={width}
      title={titles[created === null ? 0 : 1]}
      description={created === null ? description : undefined}
      footer={created === null ? undefined : <Button onClick={close}>Done</Button>}
    >
      {created === null ? renderForm(setCreated, close) : renderSecret(created)}
    </Dialog>
  );
}
