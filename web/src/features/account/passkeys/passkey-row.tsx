import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import {
  passkeysQuery,
  removePasskey,
  renamePasskey,
  type Passkey,
} from '#web/data/session/passkeys.ts';
import { RelativeTime } from '#web/ui/content/relative-time.tsx';
import { Button } from '#web/ui/form/button.tsx';
import { ConfirmButton } from '#web/ui/overlay/confirm-button.tsx';
import { NameDialog } from '#web/ui/overlay/name-dialog.tsx';

/** The server's limit. */
const nameLength = 120;

interface PasskeyRowProps {
  readonly userId: string;
  readonly passkey: Passkey;
}

/** A passkey, with buttons to rename and remove it. */
export function PasskeyRow({ userId, passkey }: PasskeyRowProps) {
  const client = useQueryClient();
  const { id, name, addedAt, lastUsedAt } = passkey;
  const [isRenaming, setIsRenaming] = useState(false);

  async function remove() {
    await removePasskey(id);
    await client.invalidateQueries(passkeysQuery(userId));
  }

  async function rename(next: string) {
    await renamePasskey(id, next);
    await client.invalidateQueries(passkeysQuery(userId));
  }

  return (
    <li className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 border-b border-hairline py-3 first:pt-0">
      <div className="min-w-0 flex-1 basis-40">
        <p className="text-sm font-medium break-words">{name}</p>
        <p className="text-xs text-ink-quiet">
          Added <RelativeTime at={addedAt} />
          {lastUsedAt === null ? null : (
            <>
              {' '}
              · Last used <RelativeTime at={lastUsedAt} />
            </>
          )}
        </p>
      </div>
      <div className="flex gap-2">
        <Button size="small" aria-label={`Rename ${name}`} onClick={() => setIsRenaming(true)}>
          Rename
        </Button>
        <ConfirmButton
          action="Remove"
          target={name}
          description="You won't be able to sign in with it any more. Delete it on your device, too."
          onConfirm={remove}
        />
      </div>
      <NameDialog
        open={isRenaming}
        onOpenChange={setIsRenaming}
        title="Rename passkey"
        initial={name}
        maxLength={nameLength}
        submitLabel="Save"
        onSave={rename}
      />
    </li>
  );
}
