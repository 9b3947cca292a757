import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { saveProfile } from '#web/data/account/account.ts';
import { messages } from '#contract/messages.ts';
import { useSubmit } from '#web/lib/react/use-submit.ts';
import { shownAvatar } from '#web/data/account/shown-avatar.ts';
import { Avatar } from '#web/ui/content/avatar.tsx';
import { Button } from '#web/ui/form/button.tsx';
import { Dialog } from '#web/ui/overlay/dialog.tsx';
import { toast } from '#web/ui/feedback/toast.ts';
import { AvatarChoices } from './avatar-choices.tsx';
import { AvatarUrlField } from './avatar-url-field.tsx';
import { avatarUrlProblem } from './avatar-url.ts';
import { toastFailure } from './toast-failure.ts';

interface AvatarPickerProps {
  readonly email: string;
  readonly url: string | null;
}

/** The user's avatar, with a dialog to choose another. */
export function AvatarPicker({ email, url }: AvatarPickerProps) {
  const [open, setOpen] = useState(false);
  const [chosen, setChosen] = useState(url ?? '');
  const client = useQueryClient();
  const { busy, problem, submit } = useSubmit({
    send: async () => {
      await saveProfile(client, { avatar_url: chosen === '' ? null : chosen });
      toast.success(messages.account.saved);
      setOpen(false);
    },
    check: () => (chosen === '' ? null : avatarUrlProblem(chosen)),
    explain: toastFailure,
  });

  function show() {
    setChosen(url ?? '');
    setOpen(true);
  }

  return (
    <div className="mb-6 flex items-center gap-4">
      <Avatar email={email} url={shownAvatar(url)} className="size-16" />
      <Button onClick={show}>Change avatar</Button>
      <Dialog
        open={open}
        onOpenChange={setOpen}
        title="Choose an avatar"
        footer={
          <>
            <Button className="mr-auto" onClick={() => setChosen('')} disabled={chosen === ''}>
              Use my initial
            </Button>
            <Button onClick={() => setOpen(false)}>Cancel</Button>
            <Button variant="primary" type="submit" form="avatar" busy={busy}>
              Save avatar
            </Button>
          </>
        }
      >
        <form id="avatar" onSubmit={submit}>
          <div className="mb-5 flex items-center gap-4">
            <Avatar email={email} url={shownAvatar(chosen)} className="size-20" />
            <AvatarUrlField value={chosen} onChange={setChosen} error={problem} />
          </div>
          <AvatarChoices chosen={chosen} onChoose={setChosen} />
        </form>
      </Dialog>
    </div>
  );
}
