import { ConfirmDialog } from '#web/ui/overlay/overlays.tsx';
import { OwnPromptsNote } from './own-prompts-note.tsx';
import { useOwnPrompts } from './use-own-prompts.ts';

interface PrivateDialogProps {
  readonly open: boolean;
  readonly onOpenChange: () => void;
  readonly ids: string[];
  readonly teamId: string;
  readonly onConfirm: (ids: string[]) => Promise<void>;
}

/** Asks before prompts of a team become private, since only some of them may be the person's. */
export function PrivateDialog({ onOpenChange, onConfirm, ...props }: PrivateDialogProps) {
  const own = useOwnPrompts(props, 'makes a prompt private');
  return (
    <ConfirmDialog
      open={props.open}
      onOpenChange={onOpenChange}
      title={`Make ${own.count} private?`}
      disabled={own.disabled}
      description={
        <OwnPromptsNote own={own}>
          <p>
            Members of the team still see {own.them}. Others no longer find {own.them} in the
            community. Prompts that are already private don't change.
          </p>
        </OwnPromptsNote>
      }
      confirmLabel="Make private"
      onConfirm={() => onConfirm(own.ids)}
    />
  );
}
