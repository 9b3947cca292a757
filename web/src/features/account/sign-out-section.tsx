import { useState } from 'react';
import { messages } from '#contract/messages.ts';
import { toDataError } from '#web/data/fail.ts';
import { signOut } from '#web/data/session.ts';
import { Button } from '#web/ui/button.tsx';
import { toast } from '#web/ui/toast.ts';
import { Section } from './section.tsx';

/** The way out, on this device. */
export function SignOutSection() {
  const [busy, setBusy] = useState(false);

  async function leave() {
    setBusy(true);
    try {
      await signOut();
    } catch (reason) {
      toast.error(messages.auth.signOutFailed(toDataError(reason).message));
      setBusy(false);
    }
  }

  return (
    <Section title="Sign out" text="Ends the session on this device only.">
      <Button busy={busy} onClick={() => void leave()}>
        Sign Out
      </Button>
    </Section>
  );
}
