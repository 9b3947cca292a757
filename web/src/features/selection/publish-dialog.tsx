import { useQuery } from '@tanstack/react-query';
import { publishCheckQuery } from '#web/data/prompts/publish-check.ts';
import { toDataError } from '#web/data/backend/data-error.ts';
import { ConfirmDialog } from '#web/ui/overlay/overlays.tsx';
import { PrivateIncludes } from '#web/ui/sensitive/private-includes.tsx';
import { SensitivePrompts } from '#web/ui/sensitive/sensitive-prompts.tsx';
import { OwnPromptsNote } from './own-prompts-note.tsx';
import { useOwnPrompts } from './use-own-prompts.ts';

interface PublishDialogProps {
  readonly open: boolean;
  readonly onOpenChange: () => void;
  readonly ids: string[];
  readonly teamId: string | null;
  readonly onPublish: (ids: string[]) => Promise<void>;
}

/**
 * Asks before many prompts become public. Lists text that looks like a secret or personal
 * data, and private prompts that are missing in them for others.
 */
export function PublishDialog(props: PublishDialogProps) {
  const { open, onOpenChange, onPublish } = props;
  const own = useOwnPrompts(props, 'makes a prompt public');
  const { ids, them } = own;
  const check = useQuery({ ...publishCheckQuery(ids), enabled: open && !own.disabled });
  const { sensitive: found = [], included = [] } = check.data ?? {};
  const needsReview = found.length > 0 || included.length > 0;
  return (
    <ConfirmDialog
      open={open}
      onOpenChange={onOpenChange}
      title={`Make ${own.count} public?`}
      disabled={own.disabled}
      description={
        <OwnPromptsNote own={own}>
          <p>
            Anyone can find and read {them}, and anyone signed in can fork {them}. Prompts that are
            already public don't change.
          </p>
          <div aria-live="polite" className="mt-3">
            {check.isPending ? <p>Looking for secrets and personal data…</p> : null}
            {check.isError ? (
              <p>They couldn't be checked: {toDataError(check.error).message}</p>
            ) : null}
            {found.length > 0 ? <SensitivePrompts found={found} /> : null}
            <PrivateIncludes titles={included} many={ids.length > 1} />
          </div>
        </OwnPromptsNote>
      }
      confirmLabel={needsReview ? 'Publish anyway' : 'Make public'}
      {...(needsReview ? { cancelLabel: 'Go back' } : {})}
      onConfirm={async () => {
        // Pressed before the check has finished: waits for its result.
        const late = check.isPending ? await check.refetch({ cancelRefetch: false }) : null;
        const { sensitive = [], included: titles = [] } = late?.data ?? {};
        if (sensitive.length + titles.length > 0) throw new Error('Review what was found first.');
        await onPublish(ids);
      }}
    />
  );
}
