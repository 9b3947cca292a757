import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { groupsQuery } from '#web/data/groups/groups.ts';
import type { BulkChange } from '#web/data/prompts/bulk-changes.ts';
import { useUser } from '#web/data/session/session.ts';
import { formatCount } from '#web/lib/text/format-count.ts';
import { Button } from '#web/ui/form/button.tsx';
import { Dialog } from '#web/ui/overlay/dialog.tsx';
import { Select } from '#web/ui/form/select.tsx';

interface MoveDialogProps {
  readonly open: boolean;
  readonly onOpenChange: (open: boolean) => void;
  readonly ids: string[];
  readonly run: (change: BulkChange, done: string) => Promise<boolean>;
}

const noGroup = 'none';

/** Asks for the group to move the selected prompts to. */
export function MoveDialog({ open, onOpenChange, ids, run }: MoveDialogProps) {
  const user = useUser();
  const groups = useQuery({ ...groupsQuery(user.id), enabled: open });
  const [groupId, setGroupId] = useState<string>(noGroup);
  const [busy, setBusy] = useState(false);
  const count = formatCount(ids.length, 'prompt');
  const group = groups.data?.find(({ id }) => id === groupId);

  async function move() {
    setBusy(true);
    const done = group ? `moved to “${group.name}”` : 'removed from their groups';
    const ok = await run({ kind: 'move', ids, groupId: group?.id ?? null }, done);
    setBusy(false);
    if (ok) onOpenChange(false);
  }

  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      title={`Move ${count}`}
      description="They'll leave their current group. The move is recorded in each prompt's history."
      width="narrow"
      footer={
        <>
          <Button onClick={() => onOpenChange(false)}>Cancel</Button>
          <Button variant="primary" busy={busy} onClick={() => void move()}>
            Move {count}
          </Button>
        </>
      }
    >
      <Select
        label="Group"
        value={groupId}
        onChange={setGroupId}
        options={[
          { value: noGroup, label: 'No group' },
          ...(groups.data ?? []).map(({ id, name }) => ({ value: id, label: name })),
        ]}
      />
    </Dialog>
  );
}
