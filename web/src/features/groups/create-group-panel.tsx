import { useMutation } from '@tanstack/react-query';
import { useId, useMemo, useState } from 'react';
import * as v from 'valibot';
import { messages } from '#contract/messages.ts';
import { createGroup, type GroupInput } from '#web/data/groups/groups.ts';
import { useUser } from '#web/data/session/session.ts';
import { useDraft } from '#web/data/drafts/use-draft.ts';
import { Button } from '#web/ui/form/button.tsx';
import { DraftOffer } from '#web/ui/form/draft-offer.tsx';
import { SidePanel } from '#web/ui/overlay/side-panel.tsx';
import { toast } from '#web/ui/feedback/toast.ts';
import { groupFailure } from './group-failure.ts';
import { GroupForm, isFilled } from './group-form.tsx';
import { useFormNumber } from './use-form-number.ts';

interface CreateGroupPanelProps {
  readonly open: boolean;
  readonly onOpenChange: (open: boolean) => void;
  readonly onCreated?: (id: string) => void;
}

const empty: GroupInput = { name: '', description: '' };

const wordsSchema = v.object({ name: v.string(), description: v.string() });

/** 'Create New Group'. What was typed stays when the panel is closed without saving, and when the page goes. */
export function CreateGroupPanel(props: CreateGroupPanelProps) {
  const form = useFormNumber(props.open);
  if (form.number === 0) return null;
  return <NewGroup key={form.number} {...props} onEnd={form.end} />;
}

interface NewGroupProps extends CreateGroupPanelProps {
  /** It is stored: the next group has another form. */
  readonly onEnd: () => void;
}

function NewGroup({ open, onOpenChange, onCreated, onEnd }: NewGroupProps) {
  const user = useUser();
  const formId = useId();
  const [value, setValue] = useState(empty);
  const words = useMemo(() => (isEmpty(value) ? null : value), [value]);
  const draft = useDraft(user.id, 'group:new', wordsSchema, words);
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
        draft.settle();
        onEnd();
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
      <DraftOffer
        keeper={draft}
        untouched={words === null}
        wordsOf={({ name, description }) => name || description}
        onRestore={({ name, description }) => setValue({ name, description })}
      />
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

function isEmpty({ name, description }: GroupInput): boolean {
  return name.trim() === '' && description.trim() === '';
}
