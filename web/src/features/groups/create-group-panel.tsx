import { useMutation } from '@tanstack/react-query';
import { useId, useState } from 'react';
import { messages } from '#contract/messages.ts';
import { createGroup, type GroupInput } from '#web/data/groups.ts';
import { useUser } from '#web/data/session.ts';
import { Button } from '#web/ui/button.tsx';
import { SidePanel } from '#web/ui/side-panel.tsx';
import { toast } from '#web/ui/toast.ts';
import { groupFailure } from './group-failure.ts';
import { GroupForm, isFilled } from './group-form.tsx';

interface CreateGroupPanelProps {
  readonly open: boolean;
  readonly onOpenChange: (open: boolean) => void;
  readonly onCreated?: (id: string) => void;
}

const empty: GroupInput = { name: '', description: '' };

/** 'Create New Group'. What was typed stays when the panel is closed without saving. */
export function CreateGroupPanel({ open, onOpenChange, onCreated }: CreateGroupPanelProps) {
  const user = useUser();
  const formId = useId();
  const [value, setValue] = useState(empty);
  const [showMissing, setShowMissing] = useState(false);
  const create = useMutation(createGroup(user.id));

  function submit() {
    if (create.isPending) return;
    if (!isFilled(value)) {
      setShowMissing(true);
      toast.error(messages.groups.fillAllFields);
      return;
    }
    create.mutate(value, {
      onSuccess: ({ id }) => {
        toast.success(messages.groups.created);
        setValue(empty);
        setShowMissing(false);
        onOpenChange(false);
        onCreated?.(id);
      },
      onError: (error) => toast.error(groupFailure('create', error)),
    });
  }

  return (
    <SidePanel
      open={open}
      onOpenChange={onOpenChange}
      title="Create New Group"
      footer={
        <>
          <Button onClick={() => onOpenChange(false)}>Cancel</Button>
          <Button type="submit" form={formId} variant="primary" busy={create.isPending}>
            Create Group
          </Button>
        </>
      }
    >
      <GroupForm
        id={formId}
        value={value}
        onChange={setValue}
        onSubmit={submit}
        showMissing={showMissing}
      />
    </SidePanel>
  );
}
