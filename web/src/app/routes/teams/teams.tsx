import { Plus } from 'lucide-react';
import { lazy, useState } from 'react';
import { useLocation, useNavigate, useParams, useSearchParams } from 'react-router';
import { routes } from '#contract/routes.ts';
import { TeamChains } from '#web/features/chains/list/team-chains.tsx';
import { PromptPanel } from '#web/features/prompts/panel/prompt-panel.tsx';
import { ReceivedInvitations } from '#web/features/teams/received-invitations.tsx';
import { TeamList } from '#web/features/teams/team-list.tsx';
import { TeamNameDialog } from '#web/features/teams/team-name-dialog.tsx';
import { TeamView } from '#web/features/teams/team-view.tsx';
import { PageHeader } from '#web/ui/content/page-header.tsx';
import { Button } from '#web/ui/form/button.tsx';
import { NewPromptButton } from '#web/ui/list/new-prompt-button.tsx';
import type { TeamDetail } from '#web/data/teams/teams.ts';
import { OverlaySuspense } from '#web/ui/overlay/once-opened.tsx';
import { requestOtherAccount } from '../../shell/sign-out.ts';
import { LibraryList } from '../library-list.tsx';
import { JoinTeamPage } from './join-team-page.tsx';
import { SharedPromptsPage } from './shared-prompts-page.tsx';
import { TeamActivityPage } from './team-activity-page.tsx';
import { TeamGroups } from './team-groups.tsx';

const ImportDialog = lazy(() => import('#web/features/import/dialog/import-dialog.tsx'));
const ExportDialog = lazy(() => import('#web/features/export/export-dialog.tsx'));

/**
 * /app/teams, /app/teams?invitation={id} from a mail, /app/teams/join#{token} from a link,
 * /app/teams/{id}, /app/teams/{id}/activity and /app/teams/shared. One route, so that the first page
 * knows of one file.
 */
export function Component() {
  const { id } = useParams();
  const { pathname, hash } = useLocation();
  if (pathname === routes.shared) return <SharedPromptsPage />;
  if (pathname === routes.joinTeam) return <JoinTeamPage key={hash} token={hash.slice(1)} />;
  if (id !== undefined && pathname === routes.teamActivity(id)) {
    return <TeamActivityPage key={id} id={id} />;
  }
  return id === undefined ? <Teams /> : <Team key={id} id={id} />;
}

function Team({ id }: { readonly id: string }) {
  const [exporting, setExporting] = useState<{ team: TeamDetail; open: boolean } | null>(null);
  const [importing, setImporting] = useState<{ team: TeamDetail; open: boolean } | null>(null);
  const [isWriting, setIsWriting] = useState(false);
  return (
    <>
      <TeamView
        teamId={id}
        onExport={(team) => setExporting({ team, open: true })}
        onImport={(team) => setImporting({ team, open: true })}
        newPromptButton={<NewPromptButton onClick={() => setIsWriting(true)} />}
        renderGroups={(team) => <TeamGroups team={team} />}
        renderPrompts={({ promptCount, role }) => (
          <LibraryList
            teamId={id}
            label="Prompts"
            isEmpty={promptCount === 0}
            mayEdit={role !== 'viewer'}
            toPrompt={routes.prompt}
            emptyAction={null}
            toolsClassName="mb-1"
          />
        )}
        renderChains={(team) => <TeamChains team={team} />}
      />
      <PromptPanel
        request={isWriting ? { mode: 'create', teamId: id } : null}
        onClose={() => setIsWriting(false)}
      />
      {importing === null ? null : (
        <OverlaySuspense>
          <ImportDialog
            open={importing.open}
            onOpenChange={(open) => setImporting({ ...importing, open })}
            team={importing.team}
          />
        </OverlaySuspense>
      )}
      {exporting === null ? null : (
        <OverlaySuspense>
          <ExportDialog
            open={exporting.open}
            onOpenChange={(open) => setExporting({ ...exporting, open })}
            scope={{ kind: 'team', teamId: id }}
            team={exporting.team}
          />
        </OverlaySuspense>
      )}
    </>
  );
}

function Teams() {
  const navigate = useNavigate();
  const linkedId = useSearchParams()[0].get('invitation');
  const [isCreating, setIsCreating] = useState(false);
  const openTeam = (id: string) => void navigate(routes.team(id));
  return (
    <>
      <PageHeader
        title="Teams"
        back={routes.app}
        actions={
          linkedId === null ? (
            <Button variant="primary" icon={<Plus size={18} />} onClick={() => setIsCreating(true)}>
              New Team
            </Button>
          ) : undefined
        }
      />
      <ReceivedInvitations
        linkedId={linkedId}
        onAccepted={openTeam}
        onDeclined={() => void navigate(routes.teams, { replace: true })}
        onSwitchAccount={() => void requestOtherAccount()}
      >
        <TeamList />
      </ReceivedInvitations>
      <TeamNameDialog
        team={null}
        open={isCreating}
        onOpenChange={setIsCreating}
        onCreated={openTeam}
      />
    </>
  );
}
