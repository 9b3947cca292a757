import { useState } from 'react';
import type { User } from '#web/data/session/session.ts';
import { Button } from '#web/ui/form/button.tsx';
import { DeleteAccountDialog } from './delete-account-dialog.tsx';
import { Section } from './section.tsx';

/** Actions that can't be undone. */
export function DangerSection({ user }: { readonly user: User }) {
  const [isConfirming, setIsConfirming] = useState(false);
  return (
    <Section title="Danger zone">
      <div className="flex flex-wrap items-center justify-between gap-4 rounded-lg border border-danger p-4">
        <p className="min-w-0 flex-1 basis-60 text-sm text-ink-soft">
          Deletes your account and everything in it: prompts and their history, groups, chains and
          favourites. This can't be undone.
        </p>
        <Button variant="danger" onClick={() => setIsConfirming(true)}>
          Delete Account
        </Button>
      </div>
      <DeleteAccountDialog user={user} open={isConfirming} onOpenChange={setIsConfirming} />
    </Section>
  );
}
