import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Users } from 'lucide-react';
import { useState } from 'react';
import { profileQuery, shownName } from '#web/data/account/profiles.ts';
import { failureOf } from '#web/data/backend/query-failure.ts';
import type { PromptDetail } from '#web/data/prompts/prompt.ts';
import { useUser } from '#web/data/session/session.ts';
import { declineShare, refetchShared } from '#web/data/shares/offered-prompts.ts';
import { promptPeopleQuery, refetchPeople } from '#web/data/shares/prompt-people.ts';
import { teamsQuery } from '#web/data/teams/teams.ts';
import { Avatar } from '#web/ui/content/avatar.tsx';
import { ErrorState } from '#web/ui/feedback/error-state.tsx';
import { Button } from '#web/ui/form/button.tsx';
import { Skeleton } from '#web/ui/list/skeleton.tsx';
import { ConfirmDialog, Dialog } from '#web/ui/overlay/overlays.tsx';
import { PersonRow } from './person-row.tsx';
import { ShareForm } from './share-form.tsx';

interface SharingDialogProps {
  readonly prompt: PromptDetail;
  readonly open: boolean;
  readonly onOpenChange: (open: boolean) => void;
}

/** Those who can see a prompt. Its owner shares it, changes rights and takes them back. */
export default function SharingDialog({ prompt, open, onOpenChange }: SharingDialogProps) {
  const user = useUser();
  const isMine = prompt.userId === user.id;
  const people = useQuery({ ...promptPeopleQuery(prompt.id), enabled: open });
  const owner = useQuery({ ...profileQuery(prompt.userId), enabled: open });
  const { data: teams } = useQuery({
    ...teamsQuery(user.id),
    enabled: open && prompt.teamId !== null,
  });
  const team = teams?.find(({ id }) => id === prompt.teamId);
  const hasLeftTeam = teams !== undefined && team === undefined;
  const ownerName = shownName(owner);
  const myShare = people.data?.find(({ userId }) => userId === user.id);
  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      title="Who can see this?"
      description={audienceSentence(
        prompt,
        isMine,
        ownerName,
        people.data?.length ?? 0,
        hasLeftTeam,
      )}
    >
      <ul aria-label="People with access" className="border-t border-hairline">
        <li className="flex min-h-14 items-center gap-3 border-b border-hairline py-2">
          <Avatar email={ownerName} url={owner.data?.avatarUrl ?? null} />
          <p className="min-w-0 flex-1 truncate text-sm font-medium">
            <bdi>{ownerName}</bdi>
            {isMine ? <span className="font-normal text-ink-quiet"> (you)</span> : null}
          </p>
          <span className="text-sm text-ink-quiet">Owner</span>
        </li>
        {team === undefined ? null : (
          <li className="flex min-h-14 items-center gap-3 border-b border-hairline py-2">
            <Users size={20} className="mx-1.5 shrink-0 text-ink-quiet" />
            <p className="min-w-0 flex-1 truncate text-sm font-medium">
              <bdi>{team.name}</bdi>
            </p>
            <span className="text-sm text-ink-quiet">Everyone in the team</span>
          </li>
        )}
        {people.data?.map((person) => (
          <PersonRow key={person.shareId} promptId={prompt.id} person={person} isMine={isMine} />
        ))}
      </ul>
      {people.isPending ? <Skeleton className="mt-3 h-10 w-full" /> : null}
      {people.isError && !people.data ? (
        <ErrorState title="The people could not be loaded" {...failureOf(people)} />
      ) : null}
      {isMine && prompt.deletedAt === null && !prompt.isTemplate ? (
        <ShareForm prompt={prompt} />
      ) : null}
      {myShare === undefined ? null : (
        <GiveBack prompt={prompt} shareId={myShare.shareId} ownerName={ownerName} />
      )}
    </Dialog>
  );
}

interface GiveBackProps {
  readonly prompt: PromptDetail;
  readonly shareId: string;
  readonly ownerName: string;
}

/** Lets a person remove a prompt that is shared with them. */
function GiveBack({ prompt, shareId, ownerName }: GiveBackProps) {
  const user = useUser();
  const client = useQueryClient();
  const [isConfirming, setIsConfirming] = useState(false);

  async function giveBack() {
    await declineShare(shareId);
    await Promise.all([refetchShared(client, user.id), refetchPeople(client, prompt.id)]);
  }

  return (
    <div className="mt-5">
      <Button onClick={() => setIsConfirming(true)}>Remove me</Button>
      <ConfirmDialog
        open={isConfirming}
        onOpenChange={setIsConfirming}
        title={`Remove yourself from ${prompt.title}?`}
        description={`You lose access to it, and ${ownerName} can't share it with you again for 30 days.`}
        confirmLabel="Remove me"
        danger
        onConfirm={giveBack}
      />
    </div>
  );
}

/** Says who can see a prompt; `shares` counts the people and open offers that the user may see. */
function audienceSentence(
  prompt: PromptDetail,
  isMine: boolean,
  ownerName: string,
  shares: number,
  hasLeftTeam: boolean,
): string {
  if (prompt.deletedAt !== null) return 'The prompt is deleted: only its owner and team see it.';
  if (prompt.isPublic || prompt.isTemplate) {
    return 'Everyone can see this prompt, even without an account.';
  }
  if (prompt.teamId !== null) {
    const others = shares === 0 ? '' : ', and the people below';
    return hasLeftTeam
      ? `You and everyone in a team that you left can see this prompt${others}.`
      : `Everyone in the team can see this prompt${others}.`;
  }
  // Of its teams, others know only their own.
  if (!isMine) return `${ownerName} shares this prompt with you. They decide who else can see it.`;
  return shares === 0
    ? 'Only you can see this prompt.'
    : 'Only you and the people below can see this prompt, once they accept.';
}
