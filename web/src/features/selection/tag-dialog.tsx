import { useQuery } from '@tanstack/react-query';
import { useId, useState } from 'react';
import { addTags } from '#web/data/prompts/add-tags.ts';
import { useUser } from '#web/data/session/session.ts';
import { rightsToPromptsQuery } from '#web/data/prompts/bulk-changes.ts';
import { tagsQuery } from '#web/data/prompts/tags.ts';
import { formatCount } from '#web/lib/text/format-count.ts';
import { Button } from '#web/ui/form/button.tsx';
import { Dialog } from '#web/ui/overlay/overlays.tsx';
import { TextField } from '#web/ui/form/text-field.tsx';
import type { BulkDialogProps } from './use-bulk-changes.ts';

/** Asks which tags to add to the selected prompts, and which to remove. */
export function TagDialog({ open, onOpenChange, ids, teamId, run }: BulkDialogProps) {
  const user = useUser();
  const tags = useQuery({ ...tagsQuery(user.id, teamId), enabled: open });
  const rights = useQuery({ ...rightsToPromptsQuery(ids), enabled: open });
  // One that its team changes by proposals alone would make the database refuse them all.
  const guarded = new Set(rights.data?.proposalIds);
  const taggedIds = ids.filter((id) => !guarded.has(id));
  const [adding, setAdding] = useState('');
  const [removing, setRemoving] = useState('');
  const [busy, setBusy] = useState(false);
  const list = useId();
  const formId = useId();
  const added = addTags([], adding);
  const removed = addTags([], removing);
  const count = formatCount(taggedIds.length, 'prompt');
  const isEmpty = added.tags.length + removed.tags.length === 0;

  async function change() {
    setBusy(true);
    const request = {
      kind: 'tag',
      ids: taggedIds,
      added: added.tags,
      removed: removed.tags,
    } as const;
    const ok = await run(request, 'retagged');
    setBusy(false);
    if (!ok) return;
    setAdding('');
    setRemoving('');
    onOpenChange(false);
  }

  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      title={`Change the tags of ${count}`}
      description={
        <>
          Prompts that already match are left alone.
          {guarded.size === 0 ? null : ` ${describeGuarded(guarded.size)}`}
        </>
      }
      width="narrow"
      footer={
        <>
          <Button onClick={() => onOpenChange(false)}>Cancel</Button>
          <Button
            type="submit"
            form={formId}
            variant="primary"
            busy={busy}
            disabled={
              isEmpty || added.problem !== null || rights.isPending || taggedIds.length === 0
            }
          >
            Change {count}
          </Button>
        </>
      }
    >
      <form
        id={formId}
        onSubmit={(event) => {
          event.preventDefault();
          void change();
        }}
        className="flex flex-col gap-5"
      >
        <TextField
          label="Add tags"
          hint="Separate tags with commas."
          error={added.problem}
          list={list}
          autoComplete="off"
          value={adding}
          onChange={(event) => setAdding(event.currentTarget.value)}
        />
        <TextField
          label="Remove tags"
          hint="Separate tags with commas."
          list={list}
          autoComplete="off"
          value={removing}
          onChange={(event) => setRemoving(event.currentTarget.value)}
        />
        <datalist id={list}>
          {tags.data?.map(({ tag }) => (
            <option key={tag}>{tag}</option>
          ))}
        </datalist>
      </form>
    </Dialog>
  );
}

function describeGuarded(count: number): string {
  return count === 1
    ? 'One that is released is left out: its team changes it by proposals only.'
    : `${count.toLocaleString('en-GB')} that are released are left out: their team changes them by proposals only.`;
}
