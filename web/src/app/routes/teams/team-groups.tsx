import { Plus } from 'lucide-react';
import { useState } from 'react';
import type { TeamDetail } from '#web/data/teams/teams.ts';
import { useEditsLibrary } from '#web/data/teams/use-may-edit.ts';
import { DeletedGroups } from '#web/features/groups/deleted-groups.tsx';
import { GroupGrid } from '#web/features/groups/group-grid.tsx';
import { GroupMenu } from '#web/features/groups/group-menu.tsx';
import { GroupPanel } from '#web/features/groups/group-panel.tsx';
import { Button } from '#web/ui/form/button.tsx';

/** The groups of a team on its page, which its owners and editors change. */
export function TeamGroups({ team }: { readonly team: TeamDetail }) {
  const [creating, setCreating] = useState(false);
  const mayEdit = useEditsLibrary(team.id) === true;
  return (
    <>
      <GroupGrid
        teamId={team.id}
        renderMenu={(group) => (
          <GroupMenu group={group} labels={{ edit: 'Edit', delete: 'Delete' }} />
        )}
        empty={
          <p className="text-sm text-ink-quiet">
            {mayEdit
              ? 'Groups order the prompts of this team. All members see them.'
              : 'This team has no groups.'}
          </p>
        }
      />
      {mayEdit ? (
        <>
          <Button className="mt-3" icon={<Plus size={18} />} onClick={() => setCreating(true)}>
            New Group
          </Button>
          <DeletedGroups teamId={team.id} />
        </>
      ) : null}
      <GroupPanel group={null} teamId={team.id} open={creating} onOpenChange={setCreating} />
    </>
  );
}
