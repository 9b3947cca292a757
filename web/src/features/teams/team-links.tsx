import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Link2 } from 'lucide-react';
import { useState } from 'react';
import { aRole } from '#contract/a-role.ts';
import { failureOf } from '#web/data/backend/query-failure.ts';
import { refetchTeams } from '#web/data/teams/team-changes.ts';
import { revokeTeamLink, teamLinksQuery, type TeamLink } from '#web/data/teams/team-links.ts';
import { longDate } from '#web/lib/text/relative-time.ts';
import { ErrorState } from '#web/ui/feedback/error-state.tsx';
import { Button } from '#web/ui/form/button.tsx';
import { ConfirmButton } from '#web/ui/overlay/confirm-button.tsx';
import { NewLinkDialog } from './new-link-dialog.tsx';

/** The links by which people join a team, each with its uses, for the team's owners. */
export function TeamLinks({ teamId }: { readonly teamId: string }) {
  const links = useQuery(teamLinksQuery(teamId));
  const [isCreating, setIsCreating] = useState(false);
  return (
    <div className="mt-5">
      {links.isError && !links.data ? (
        <ErrorState title="The links could not be loaded" {...failureOf(links)} />
      ) : null}
      <Button icon={<Link2 size={18} />} onClick={() => setIsCreating(true)}>
        Create a link
      </Button>
      {links.data && links.data.length > 0 ? (
        <ul aria-label="Invitation links" className="mt-3 border-t border-hairline">
          {links.data.map((link) => (
            <TeamLinkRow key={link.id} link={link} />
          ))}
        </ul>
      ) : null}
      <NewLinkDialog teamId={teamId} open={isCreating} onOpenChange={setIsCreating} />
    </div>
  );
}

function TeamLinkRow({ link }: { readonly link: TeamLink }) {
  const { id, role, uses, maxUses, expiresAt, state } = link;
  const client = useQueryClient();
  const day = longDate(new Date(expiresAt));

  async function revoke() {
    await revokeTeamLink(id);
    await refetchTeams(client);
  }

  return (
    <li className="flex items-center gap-x-4 border-b border-hairline py-3">
      <div className="min-w-0 flex-1">
        <p className="text-sm font-medium">Link to join as {aRole(role)}</p>
        <p className="text-xs text-ink-quiet">
          Used {uses} of {maxUses} {maxUses === 1 ? 'time' : 'times'} ·{' '}
          {state === 'open' ? `open until ${day}` : state === 'expired' ? `expired ${day}` : state}
        </p>
      </div>
      <ConfirmButton
        action="Revoke"
        target={`the link to join as ${aRole(role)}`}
        description="It stops working at once. Members who joined by it stay."
        onConfirm={revoke}
      />
    </li>
  );
}
