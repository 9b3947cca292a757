import type { UnsavedWork } from '#web/data/drafts/drafts.ts';
import { formatCount } from '#web/lib/text/format-count.ts';
import { Button } from '#web/ui/form/button.tsx';
import { Dialog } from '#web/ui/overlay/overlays.tsx';

/** The user's decision about unsaved work. */
export type SignOutChoice = 'stay' | 'keep' | 'remove';

interface SignOutDialogProps {
  readonly work: UnsavedWork;
  /** Files that are lost, as they haven't been uploaded yet. */
  readonly uploads: number;
  readonly onChoice: (choice: SignOutChoice) => void;
}

/**
 * Explains what stays on this device after signing out, and offers to remove it; and what is lost.
 */
export default function SignOutDialog({ work, uploads, onChoice }: SignOutDialogProps) {
  const isWorkKept = work.drafts + work.queuedSaves > 0;
  return (
    <Dialog
      open
      onOpenChange={() => onChoice('stay')}
      title="Sign out"
      width="narrow"
      footer={
        <>
          <Button onClick={() => onChoice('stay')} className="mr-auto">
            Cancel
          </Button>
          {isWorkKept ? (
            <Button onClick={() => onChoice('remove')}>Remove and sign out</Button>
          ) : null}
          <Button variant="primary" onClick={() => onChoice('keep')}>
            Sign out
          </Button>
        </>
      }
    >
      <div className="flex flex-col gap-3 text-sm text-ink-soft">
        {isWorkKept ? (
          <>
            <p>{keptWorkText(work)}</p>
            <p>
              If other people use this device, remove {isSingle(work) ? 'it' : 'them'} first.
              {work.queuedSaves > 0 ? ` ${lossText(work)}` : null}
            </p>
          </>
        ) : null}
        {uploads > 0 ? <p>{lostUploadsText(uploads)}</p> : null}
      </div>
    </Dialog>
  );
}

function isSingle({ drafts, queuedSaves }: UnsavedWork): boolean {
  return drafts + queuedSaves === 1;
}

function keptWorkText(work: UnsavedWork): string {
  const { drafts, queuedSaves } = work;
  const unsynced = `${formatCount(queuedSaves, 'change')} that ${queuedSaves === 1 ? "hasn't" : "haven't"} synced yet`;
  const what = [
    ...(drafts > 0 ? [formatCount(drafts, 'unsaved draft')] : []),
    ...(queuedSaves > 0 ? [unsynced] : []),
  ].join(' and ');
  return isSingle(work)
    ? `${what} stays on this device, for when you sign in here again.`
    : `${what} stay on this device, for when you sign in here again.`;
}

function lossText({ queuedSaves }: UnsavedWork): string {
  return queuedSaves === 1
    ? "If you remove the change, it's lost."
    : "If you remove the changes, they're lost.";
}

function lostUploadsText(uploads: number): string {
  return uploads === 1
    ? "1 file hasn't uploaded yet. If you sign out now, you'll have to choose it again."
    : `${formatCount(uploads, 'file')} haven't uploaded yet. If you sign out now, you'll have to choose them again.`;
}
