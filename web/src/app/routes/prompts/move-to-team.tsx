import { useMemo } from 'react';
import TeamDialog from '#web/features/selection/team-dialog.tsx';
import { useBulkChanges } from '#web/features/selection/use-bulk-changes.ts';

interface MoveToTeamProps {
  readonly promptId: string;
  readonly open: boolean;
  readonly onOpenChange: (open: boolean) => void;
}

/** Moves one prompt to a team, or out of it, by the dialog for many. */
export default function MoveToTeam({ promptId, open, onOpenChange }: MoveToTeamProps) {
  const { run } = useBulkChanges();
  const ids = useMemo(() => [promptId], [promptId]);
  return <TeamDialog open={open} onOpenChange={onOpenChange} ids={ids} teamId={null} run={run} />;
}
