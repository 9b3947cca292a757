import { useMutation } from '@tanstack/react-query';
import { useId, useState } from 'react';
import { messages } from '#contract/messages.ts';
import { updateGroup, type Group, type GroupInput } from '#web/data/groups.ts';
import { useUser } from '#web/data/session.ts';
import { Button } from '#web/ui/button.tsx';
import { SidePanel } from '#web/ui/side-panel.tsx';
import { toast } from '#web/ui/toast.ts';
import { groupFailure } from './group-failure.ts';
import { GroupForm, isFilled } from './group-form.tsx';

interface EditGroupPanelProps {
  readonly group: Group;
  readonly open: boolean;
  readonly onOpenChange: (open: boolean) => void;
}

/** 'Edit Group'. Give it the group's id as key, so that each group has its own form. */
export function EditGroupPanel({ group, open, onOpenChange }: EditGroupPanelProps) {
  const user = useUser();
  const formId = useId();
  /** What was typed; null as long as the group is shown as it is. */
  const [typed, setTyped] = useState<GroupInput | null>(null);
  const [showMissing, setShowMissing] = useState(false);
  const update = useMutation(updateGroup(group.id, user.id));
  const value = typed ?? group;

  function submit() {
    if (update.isPending) return;
    if (!isFilled(value)) {
      setShowMissing(true);
      toast.error(messages.groups.fillAllFields);
      return;
    }
    update.mutate(value, {
      onSuccess: () => {
        toast.success(messages.groups.updated);
        setTyped(null);
        setShowMissing(false);
        onOpenChange(false);
      },
      onError: (error) => toast.error(groupFailure('update', error)),
    });
  }

  return (
    <SidePanel
      open={open}
      onOpenChange={onOpenChange}
      title="Edit Group"
      footer={
        <>
          <Button onClick={() => onOpenChange(false)}>Cancel</Button>
          <Button type="submit" form={formId} variant="primary" busy={update.isPending}>
            Update Group
          </Button>
        </>
      }
    >
      <GroupForm
        id={formId}
        value={value}
        onChange={setTyped}
        onSubmit={submit}
        showMissing={showMissing}
      />
    </SidePanel>
  );
}
