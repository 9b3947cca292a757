import { Plus } from 'lucide-react';
import { useState } from 'react';
import type { TeamDetail } from '#web/data/teams/teams.ts';
import { DeletedGroups } from '#web/features/groups/deleted-groups.tsx';
import { GroupGrid } from '#web/features/groups/group-grid.tsx';
import { GroupMenu } from '#web/features/groups/group-menu.tsx';
import { GroupPanel } from '#web/features/groups/group-panel.tsx';
import { Button } from '#web/ui/form/button.tsx';

/** The groups of a team on its page, which its owners and editors change. */
export function TeamGroups({ team }: { readonly team: TeamDetail }) {
  const [creating, setCreating] = useState(false);
  if (team.role === 'viewer') {
    return <GroupGrid teamId={team.id} empty={<NoGroups text="This team has no groups." />} />;
  }
  return (
    <>
      <GroupGrid
        teamId={team.id}
        renderMenu={(group) => (
          <GroupMenu group={group} labels={{ edit: 'Edit', delete: 'Delete' }} />
        )}
        empty={<NoGroups text="Groups order the prompts of this team. All members see them." />}
      />
      <Button className="mt-3" icon={<Plus size={18} />} onClick={() => setCreating(true)}>
        New Group
      </Button>
      <DeletedGroups teamId={team.id} />
      <GroupPanel group={null} teamId={team.id} open={creating} onOpenChange={setCreating} />
    </>
  );
}

function NoGroups({ text }: { readonly text: string }) {
  return <p className="text-sm text-ink-quiet">{text}</p>;
}
