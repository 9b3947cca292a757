import { useMutation } from '@tanstack/react-query';
import { lazy, useState, type ReactNode } from 'react';
import { messages } from '#contract/messages.ts';
import type { Profile } from '#web/data/account/profiles.ts';
import { hideAuthor, unhideAuthor, type ReportTarget } from '#web/data/community/moderation.ts';
import { useUser } from '#web/data/session/session.ts';
import { ConfirmDialog } from '#web/ui/overlay/overlays.tsx';
import { toast } from '#web/ui/feedback/toast.ts';
import { OverlaySuspense } from '#web/ui/overlay/once-opened.tsx';

const ReportDialog = lazy(() => import('./report-dialog.tsx'));

type Author = Pick<Profile, 'id' | 'fullName'>;

interface Moderation {
  readonly report: (thing: ReportTarget) => void;
  readonly hide: (author: Author) => void;
}

/**
 * Returns actions to report content and hide authors; the page renders `moderationDialogs` once.
 */
export function useModeration(): {
  readonly moderation: Moderation;
  readonly moderationDialogs: ReactNode;
} {
  const user = useUser();
  const [reported, setReported] = useState<ReportTarget | null>(null);
  const [hiding, setHiding] = useState<Author | null>(null);
  const [isConfirming, setIsConfirming] = useState(false);
  const { mutateAsync: hideNow } = useMutation(hideAuthor(user.id));
  const { mutateAsync: showNow } = useMutation(unhideAuthor(user.id));
  const name = hiding?.fullName || messages.community.anonymous;

  const moderationDialogs = (
    <>
      {reported ? (
        <OverlaySuspense>
          <ReportDialog thing={reported} onClose={() => setReported(null)} />
        </OverlaySuspense>
      ) : null}
      <ConfirmDialog
        open={isConfirming}
        onOpenChange={setIsConfirming}
        title={`Hide ${name}?`}
        description="You won't see their prompts in the community or their comments anywhere. They won't be notified. You can unhide them in your account settings."
        confirmLabel="Hide author"
        onConfirm={async () => {
          if (!hiding) return;
          await hideNow(hiding.id);
          toast.undoable(`${name} is hidden`, async () => {
            await showNow(hiding.id);
            return null;
          });
        }}
      />
    </>
  );

  return {
    moderation: {
      report: setReported,
      hide: (author) => {
        setHiding(author);
        setIsConfirming(true);
      },
    },
    moderationDialogs,
  };
}
