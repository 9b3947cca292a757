import { useQueryClient } from '@tanstack/react-query';
import { X } from 'lucide-react';
import { useState } from 'react';
import { messages } from '#contract/messages.ts';
import { toDataError } from '#web/data/backend/data-error.ts';
import { useUser } from '#web/data/session/session.ts';
import {
  changeShareRole,
  refetchPeople,
  revokeShare,
  type PromptPerson,
  type ShareRole,
} from '#web/data/shares/prompt-people.ts';
import { longDate } from '#web/lib/text/relative-time.ts';
import { Avatar } from '#web/ui/content/avatar.tsx';
import { toast } from '#web/ui/feedback/toast.ts';
import { IconButton } from '#web/ui/form/button.tsx';
import { Select } from '#web/ui/form/select.tsx';
import { shareRoles } from './share-roles.ts';

interface PersonRowProps {
  readonly promptId: string;
  readonly person: PromptPerson;
  /** Whether the user owns the prompt, and so changes rights. */
  readonly isMine: boolean;
}

/** A person with access to a prompt, or an address that it is offered to. */
export function PersonRow({ promptId, person, isMine }: PersonRowProps) {
  const { shareId, userId, email, role, expiresAt, isExpired } = person;
  const isMe = useUser().id === userId;
  const client = useQueryClient();
  const [isBusy, setIsBusy] = useState(false);
  const isPending = userId === null;
  const name = isPending ? (email ?? '') : (person.name ?? messages.community.anonymous);

  async function change(send: () => Promise<void>, done: string) {
    setIsBusy(true);
    try {
      await send();
      toast.success(done);
    } catch (reason) {
      toast.error(toDataError(reason).message);
    } finally {
      setIsBusy(false);
      await refetchPeople(client, promptId);
    }
  }

  const changeRole = (next: ShareRole) =>
    void change(
      () => changeShareRole(shareId, next),
      `${name} ${next === 'editor' ? 'can edit' : 'can view'} this prompt`,
    );
  const remove = () => void change(() => revokeShare(shareId), `${name} was removed`);

  return (
    // On a phone, the controls are below a long name.
    <li className="flex min-h-14 flex-wrap items-center gap-x-3 gap-y-2 border-b border-hairline py-2">
      <Avatar email={name} url={person.avatarUrl} />
      <div className="min-w-0 flex-1 max-sm:basis-[calc(100%-3.5rem)]">
        <p className="truncate text-sm font-medium">
          <bdi>{name}</bdi>
          {isMe ? <span className="font-normal text-ink-quiet"> (you)</span> : null}
        </p>
        {isPending ? (
          <p className="text-xs text-ink-quiet">
            {isExpired
              ? 'The invitation has expired'
              : `Invited, open until ${longDate(new Date(expiresAt))}`}
          </p>
        ) : email === null || email === name ? null : (
          <p className="truncate text-xs text-ink-quiet">{email}</p>
        )}
      </div>
      {isMine ? (
        <>
          <Select
            label={`Right of ${name}`}
            hideLabel
            className="w-28 shrink-0 max-sm:ml-auto"
            disabled={isBusy}
            value={role}
            onChange={changeRole}
            options={shareRoles}
          />
          <IconButton label={`Remove ${name}`} disabled={isBusy} onClick={remove}>
            <X size={18} />
          </IconButton>
        </>
      ) : (
        <span className="text-sm text-ink-quiet max-sm:ml-auto">
          {role === 'editor' ? 'Can edit' : 'Can view'}
        </span>
      )}
    </li>
  );
}
