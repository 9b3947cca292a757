import { useQueryClient } from '@tanstack/react-query';
import { Crown, Eye, Pencil, UserMinus } from 'lucide-react';
import { useState } from 'react';
import { aRole } from '#contract/a-role.ts';
import { messages } from '#contract/messages.ts';
import { toDataError } from '#web/data/backend/data-error.ts';
import { useUser } from '#web/data/session/session.ts';
import { offerRole } from '#web/data/teams/invitations.ts';
import { refetchTeams, removeTeamMember, setTeamRole } from '#web/data/teams/team-changes.ts';
import { hasMoreRights, teamRoles, type TeamRole } from '#web/data/teams/team-role.ts';
import type { TeamDetail, TeamMember } from '#web/data/teams/teams.ts';
import { Avatar } from '#web/ui/content/avatar.tsx';
import { toast } from '#web/ui/feedback/toast.ts';
import { MoreButton } from '#web/ui/overlay/more-button.tsx';
import { ConfirmDialog, Menu } from '#web/ui/overlay/overlays.tsx';

interface MemberRowProps {
  readonly team: TeamDetail;
  readonly member: TeamMember;
}

const roleIcons = { owner: Crown, editor: Pencil, viewer: Eye } as const;

/** A member with their role. Owners of the team change roles and remove members. */
export function MemberRow({ team, member }: MemberRowProps) {
  const { userId, role, acceptedRole } = member;
  const isMe = useUser().id === userId;
  const client = useQueryClient();
  const [asked, setAsked] = useState<TeamRole | null>(null);
  const [isRemoving, setIsRemoving] = useState(false);
  const name = member.name ?? messages.community.anonymous;
  const isOnlyOwner = role === 'owner' && team.ownerCount === 1;

  async function changeRole(next: TeamRole) {
    try {
      await setTeamRole(team.id, userId, next);
      toast.success(`${isMe ? 'You are' : `${name} is`} ${aRole(next)} now`);
    } catch (reason) {
      toast.error(toDataError(reason).message);
    }
    await refetchTeams(client, isMe);
  }

  /** Gives a role that the member accepted before, or that takes rights from others; else asks. */
  function choose(next: TeamRole) {
    if (isMe || hasMoreRights(next, acceptedRole)) setAsked(next);
    else void changeRole(next);
  }

  async function confirm() {
    if (asked === null) return;
    if (isMe) {
      await changeRole(asked);
      return;
    }
    await offerRole(team.id, userId, asked);
    toast.success(`Asked ${name} to become ${aRole(asked)}`);
    await refetchTeams(client);
  }

  async function remove() {
    try {
      await removeTeamMember(team.id, userId);
    } finally {
      // Also if it fails: the member has left, or the user no longer owns the team.
      await refetchTeams(client, true);
    }
  }

  return (
    <li className="flex min-h-14 items-center gap-3 border-b border-hairline py-2">
      <Avatar email={name} url={member.avatarUrl} />
      <p className="min-w-0 flex-1 truncate text-sm font-medium">
        <bdi>{name}</bdi>
        {isMe ? <span className="font-normal text-ink-quiet"> (you)</span> : null}
      </p>
      <span className="text-sm text-ink-quiet capitalize">{role}</span>
      {team.role === 'owner' ? (
        <Menu
          trigger={<MoreButton label={`Actions for ${name}`} />}
          items={[
            ...teamRoles
              .filter((other) => other !== role)
              .map((other) => ({
                label: `Make ${aRole(other)}`,
                icon: roleIcons[other],
                disabled: isOnlyOwner,
                onSelect: () => choose(other),
              })),
            ...(isMe
              ? []
              : [
                  {
                    label: 'Remove from team',
                    icon: UserMinus,
                    danger: true,
                    onSelect: () => setIsRemoving(true),
                  },
                ]),
          ]}
        />
      ) : null}
      <ConfirmDialog
        open={asked !== null}
        onOpenChange={(open) => (open ? undefined : setAsked(null))}
        title={roleQuestion(isMe ? null : name, asked ?? role)}
        description={
          isMe
            ? 'You can no longer manage this team. Another owner can make you an owner again.'
            : asked === 'owner'
              ? `${name} has to accept. From then on the team has another owner, and you can leave it or give up your own role.`
              : `${name} has to accept. Until then they keep their role.`
        }
        confirmLabel={isMe ? 'Change my role' : 'Ask'}
        onConfirm={confirm}
      />
      <ConfirmDialog
        open={isRemoving}
        onOpenChange={setIsRemoving}
        title={`Remove ${name} from ${team.name}?`}
        description={`${name} loses access to the team's prompts and chains at once. Prompts and chains that they own stay theirs, and stay shared with the team until they take them out.`}
        confirmLabel="Remove"
        danger
        onConfirm={remove}
      />
    </li>
  );
}

/** The title of the question about a role; `name` is null for the user's own. */
function roleQuestion(name: string | null, role: TeamRole): string {
  return name === null ? `Become ${aRole(role)}?` : `Ask ${name} to become ${aRole(role)}?`;
}
