import { useState } from 'react';
import { Button } from '#web/ui/form/button.tsx';
import { ConfirmDialog } from './overlays.tsx';

interface ConfirmButtonProps {
  /** The text of the button, such as "Revoke". */
  readonly action: string;
  /** The thing that it revokes or removes, for the name of the button and the question. */
  readonly target: string;
  readonly description: string;
  readonly onConfirm: () => Promise<void>;
  /** The question and its answer, if they aren't the action. */
  readonly title?: string;
  readonly confirmLabel?: string;
}

/** A small button of a row that asks before it removes something. */
export function ConfirmButton(props: ConfirmButtonProps) {
  const { action, target, description, onConfirm } = props;
  const [isAsking, setIsAsking] = useState(false);
  return (
    <>
      <Button size="small" aria-label={`${action} ${target}`} onClick={() => setIsAsking(true)}>
        {action}
      </Button>
      <ConfirmDialog
        open={isAsking}
        onOpenChange={setIsAsking}
        title={props.title ?? `${action} ${target}?`}
        description={description}
        confirmLabel={props.confirmLabel ?? action}
        danger
        onConfirm={onConfirm}
      />
    </>
  );
}
