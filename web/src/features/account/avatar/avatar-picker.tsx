import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { saveProfile } from '#web/data/account/account.ts';
import { accountMessages } from '#contract/account-messages.ts';
import { useSubmit } from '#web/lib/react/use-submit.ts';
import { shownAvatar } from '#web/data/account/shown-avatar.ts';
import { toastFailure } from '#web/features/account/toast-failure.ts';
import { Avatar } from '#web/ui/content/avatar.tsx';
import { Button } from '#web/ui/form/button.tsx';
import { Dialog } from '#web/ui/overlay/overlays.tsx';
import { Alert } from '#web/ui/feedback/alert.tsx';
import { toast } from '#web/ui/feedback/toast.ts';
import { AvatarChoices } from './avatar-choices.tsx';
import { AvatarCrop } from './avatar-crop.tsx';
import { AvatarUrlField } from './avatar-url-field.tsx';
import { avatarUrlProblem } from './avatar-url.ts';
import { cropPicture } from './crop.ts';
import { PictureChooser } from './picture-chooser.tsx';
import { usePicture } from './use-picture.ts';

interface AvatarPickerProps {
  readonly userId: string;
  readonly email: string;
  readonly url: string | null;
}

/** The user's avatar, with a dialog to choose another or to upload one. */
export function AvatarPicker({ userId, email, url }: AvatarPickerProps) {
  const [open, setOpen] = useState(false);
  const [chosen, setChosen] = useState(url ?? '');
  const picture = usePicture();
  const client = useQueryClient();

  async function chosenUrl(): Promise<string | null> {
    if (!picture.url) return chosen === '' ? null : chosen;
    if (!picture.cut) throw new TypeError('The picture has not loaded.');
    const { uploadAvatar } = await import('#web/data/account/upload-avatar.ts');
    return uploadAvatar(userId, await cropPicture(picture.cut.image, picture.cut.crop));
  }

  const { busy, problem, submit } = useSubmit({
    send: async () => {
      await saveProfile(client, { avatar_url: await chosenUrl() });
      toast.success(accountMessages.account.saved);
      setOpen(false);
    },
    check: () => (picture.url || chosen === '' ? null : avatarUrlProblem(chosen)),
    explain: toastFailure,
  });

  function show() {
    setChosen(url ?? '');
    picture.discard();
    setOpen(true);
  }

  return (
    <div className="mb-6 flex flex-wrap items-center gap-4">
      <Avatar email={email} url={shownAvatar(url)} className="size-16" />
      <Button onClick={show}>Change avatar</Button>
      <Dialog
        open={open}
        onOpenChange={setOpen}
        title={picture.url ? 'Crop your picture' : 'Choose an avatar'}
        footer={
          <>
            {picture.url ? (
              <Button className="mr-auto" onClick={picture.discard}>
                Back
              </Button>
            ) : (
              <Button className="mr-auto" onClick={() => setChosen('')} disabled={chosen === ''}>
                Use my initial
              </Button>
            )}
            <Button onClick={() => setOpen(false)}>Cancel</Button>
            <Button
              variant="primary"
              type="submit"
              form="avatar"
              busy={busy}
              disabled={picture.url !== null && picture.cut === null}
            >
              Save avatar
            </Button>
          </>
        }
      >
        <form id="avatar" onSubmit={submit}>
          {picture.url ? (
            <>
              {problem === null ? null : <Alert className="mb-4">{problem}</Alert>}
              <AvatarCrop
                url={picture.url}
                crop={picture.cut?.crop ?? null}
                onCrop={picture.setCut}
                onBroken={picture.refuse}
              />
            </>
          ) : (
            <>
              {picture.refusal === null ? null : <Alert className="mb-4">{picture.refusal}</Alert>}
              <PictureChooser onChoose={picture.choose} />
              <div className="mt-5 mb-5 flex items-center gap-4">
                <Avatar email={email} url={shownAvatar(chosen)} className="size-20" />
                <AvatarUrlField value={chosen} onChange={setChosen} error={problem} />
              </div>
              <AvatarChoices chosen={chosen} onChoose={setChosen} />
            </>
          )}
        </form>
      </Dialog>
    </div>
  );
}
