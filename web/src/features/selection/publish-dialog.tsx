import { useQuery } from '@tanstack/react-query';
import { publishCheckQuery } from '#web/data/prompts/publish-check.ts';
import { toDataError } from '#web/data/backend/data-error.ts';
import { formatCount } from '#web/lib/text/format-count.ts';
import { ConfirmDialog } from '#web/ui/overlay/overlays.tsx';
import { PrivateIncludes } from '#web/ui/sensitive/private-includes.tsx';
import { SensitivePrompts } from '#web/ui/sensitive/sensitive-prompts.tsx';

interface PublishDialogProps {
  readonly open: boolean;
  readonly onOpenChange: () => void;
  readonly ids: readonly string[];
  readonly onPublish: () => Promise<void>;
}

/**
 * Asks before many prompts become public. Lists text that looks like a secret or personal
 * data, and private prompts that are missing in them for others.
 */
export function PublishDialog({ open, onOpenChange, ids, onPublish }: PublishDialogProps) {
  const check = useQuery({ ...publishCheckQuery(ids), enabled: open });
  const { sensitive: found = [], included = [] } = check.data ?? {};
  const needsReview = found.length > 0 || included.length > 0;
  return (
    <ConfirmDialog
      open={open}
      onOpenChange={onOpenChange}
      title={`Make ${formatCount(ids.length, 'prompt')} public?`}
      description={
        <>
          <p>
            Anyone can find and read them, and anyone signed in can fork them. Prompts that are
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
        </>
      }
      confirmLabel={needsReview ? 'Publish anyway' : 'Make public'}
      {...(needsReview ? { cancelLabel: 'Go back' } : {})}
      onConfirm={async () => {
        // Pressed before the check has finished: waits for its result.
        const late = check.isPending ? await check.refetch({ cancelRefetch: false }) : null;
        const { sensitive = [], included: titles = [] } = late?.data ?? {};
        if (sensitive.length + titles.length > 0) throw new Error('Review what was found first.');
        await onPublish();
      }}
    />
  );
}
