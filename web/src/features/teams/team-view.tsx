import { useQuery } from '@tanstack/react-query';
import { Download, History, LogOut, Pencil, Trash2, Upload, UserPlus } from 'lucide-react';
import { useId, useRef, useState, type ReactNode, type Ref } from 'react';
import { useNavigate } from 'react-router';
import { aRole } from '#contract/a-role.ts';
import { routes } from '#contract/routes.ts';
import { toDataError } from '#web/data/backend/data-error.ts';
import { failureOf } from '#web/data/backend/query-failure.ts';
import { useUser } from '#web/data/session/session.ts';
import { teamQuery, type TeamDetail } from '#web/data/teams/teams.ts';
import { cx } from '#web/lib/theme/class-names.ts';
import { formatCount } from '#web/lib/text/format-count.ts';
import { PageHeader } from '#web/ui/content/page-header.tsx';
import { UnloadedPage } from '#web/ui/content/unloaded-page.tsx';
import { ErrorState } from '#web/ui/feedback/error-state.tsx';
import { NavigateWithError } from '#web/ui/feedback/navigate-with-error.tsx';
import { Button } from '#web/ui/form/button.tsx';
import { MoreButton } from '#web/ui/overlay/more-button.tsx';
import { Menu } from '#web/ui/overlay/overlays.tsx';
import { countText } from './count-text.ts';
import { DeleteTeamDialog } from './delete-team-dialog.tsx';
import { InviteForm } from './invite-form.tsx';
import { LeaveTeamDialog } from './leave-team-dialog.tsx';
import { ProposalSwitch } from './proposal-switch.tsx';
import { SentInvitations } from './sent-invitations.tsx';
import { TeamLinks } from './team-links.tsx';
import { TeamMembers } from './team-members.tsx';
import { TeamNameDialog } from './team-name-dialog.tsx';

interface TeamViewProps {
  readonly teamId: string;
  /** Opens the dialog that exports the team's library. */
  readonly onExport: (team: TeamDetail) => void;
  /** Opens the dialog that imports into the team, for those who may change it. */
  readonly onImport: (team: TeamDetail) => void;
  /** Opens the panel that writes a prompt of the team, for those who may change it. */
  readonly newPromptButton: ReactNode;
  readonly renderGroups: (team: TeamDetail) => ReactNode;
  readonly renderPrompts: (team: TeamDetail) => ReactNode;
  readonly renderChains: (team: TeamDetail) => ReactNode;
}

/** One team with its members. Redirects to the list of teams if the user is no member. */
export function TeamView(props: TeamViewProps) {
  const { teamId, onExport, onImport, newPromptButton } = props;
  const user = useUser();
  const team = useQuery(teamQuery(teamId, user.id));
  const invite = useRef<HTMLElement>(null);
  if (team.isError && toDataError(team.error).status === 404) {
    return <NavigateWithError to={routes.teams} message={toDataError(team.error).message} />;
  }
  if (!team.data) {
    const failure = team.isPending ? null : (
      <ErrorState title="This team could not be loaded" {...failureOf(team)} />
    );
    return <UnloadedPage title="Team" back={routes.teams} failure={failure} />;
  }
  function goToInvite() {
    invite.current?.scrollIntoView();
    invite.current?.querySelector('input')?.focus({ preventScroll: true });
  }
  const isOwner = team.data.role === 'owner';
  return (
    <>
      <PageHeader
        title={team.data.name}
        back={routes.teams}
        subtitle={
          <>
            You're {aRole(team.data.role)} ·{' '}
            <a href="#members" className="underline decoration-1 underline-offset-3 hover:text-ink">
              {formatCount(team.data.memberCount, 'member')}
            </a>{' '}
            · {countText(team.data.promptCount, team.data.chainCount)}
          </>
        }
        actions={
          <>
            {isOwner ? (
              <Button icon={<UserPlus size={17} />} onClick={goToInvite}>
                Invite people
              </Button>
            ) : null}
            {team.data.role === 'viewer' ? null : newPromptButton}
            <TeamMenu
              team={team.data}
              onExport={() => onExport(team.data)}
              onImport={() => onImport(team.data)}
            />
          </>
        }
      />
      <TeamSection title="Groups" isWide>
        {props.renderGroups(team.data)}
      </TeamSection>
      <TeamSection title="Prompts" isWide>
        {props.renderPrompts(team.data)}
      </TeamSection>
      <TeamSection title="Chains" isWide>
        {props.renderChains(team.data)}
      </TeamSection>
      {isOwner ? (
        <TeamSection title="Invite people" ref={invite}>
          <InviteForm teamId={teamId} />
          <SentInvitations teamId={teamId} />
          <TeamLinks teamId={teamId} />
        </TeamSection>
      ) : null}
      {isOwner ? (
        <TeamSection title="Proposals">
          <ProposalSwitch team={team.data} />
        </TeamSection>
      ) : null}
      <TeamSection title="Members" id="members">
        <TeamMembers team={team.data} />
      </TeamSection>
    </>
  );
}

interface TeamSectionProps {
  readonly ref?: Ref<HTMLElement>;
  /** For links to it. */
  readonly id?: string;
  readonly title: string;
  /** As wide as the page, for a list of prompts. */
  readonly isWide?: boolean;
  readonly children: ReactNode;
}

function TeamSection({ ref, id, title, isWide = false, children }: TeamSectionProps) {
  const titleId = useId();
  return (
    <section
      ref={ref}
      id={id}
      aria-labelledby={titleId}
      className={cx('mb-8 scroll-mt-4', !isWide && 'max-w-[760px]')}
    >
      <h2 id={titleId} className="mb-3 font-serif text-xl font-medium">
        {title}
      </h2>
      {children}
    </section>
  );
}

interface TeamMenuProps {
  readonly team: TeamDetail;
  readonly onExport: () => void;
  readonly onImport: () => void;
}

/** Activity, import, export, rename, leave and delete. The last owner can't leave. */
function TeamMenu({ team, onExport, onImport }: TeamMenuProps) {
  const navigate = useNavigate();
  const [open, setOpen] = useState<'rename' | 'leave' | 'delete' | null>(null);
  const isOwner = team.role === 'owner';
  const isOnlyOwner = isOwner && team.ownerCount === 1;
  const dialog = (name: typeof open) => ({
    open: open === name,
    onOpenChange: (next: boolean) => setOpen(next ? name : null),
  });
  const quit = () => void navigate(routes.teams, { replace: true });
  return (
    <>
      <Menu
        trigger={<MoreButton label={`Actions for ${team.name}`} />}
        items={[
          {
            label: 'Activity',
            icon: History,
            onSelect: () => void navigate(routes.teamActivity(team.id)),
          },
          ...(team.role === 'viewer'
            ? []
            : [{ label: 'Import', icon: Upload, onSelect: onImport }]),
          { label: 'Export', icon: Download, onSelect: onExport },
          ...(isOwner
            ? [{ label: 'Rename', icon: Pencil, onSelect: () => setOpen('rename') }]
            : []),
          {
            label: isOnlyOwner ? 'Leave (needs another owner)' : 'Leave team',
            icon: LogOut,
            disabled: isOnlyOwner,
            onSelect: () => setOpen('leave'),
          },
          ...(isOwner
            ? [
                {
                  label: 'Delete team',
                  icon: Trash2,
                  danger: true,
                  onSelect: () => setOpen('delete'),
                },
              ]
            : []),
        ]}
      />
      <TeamNameDialog team={team} {...dialog('rename')} />
      <LeaveTeamDialog team={team} {...dialog('leave')} onLeft={quit} />
      <DeleteTeamDialog team={team} {...dialog('delete')} onDeleted={quit} />
    </>
  );
}
