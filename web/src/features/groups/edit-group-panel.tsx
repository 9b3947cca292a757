import { useMutation } from '@tanstack/react-query';
import { useId, useMemo, useState } from 'react';
import * as v from 'valibot';
import { messages } from '#contract/messages.ts';
import { updateGroup, type Group, type GroupSave } from '#web/data/groups/groups.ts';
import { useUser } from '#web/data/session/session.ts';
import { useDraft } from '#web/data/drafts/use-draft.ts';
import { Button } from '#web/ui/form/button.tsx';
import { DraftOffer } from '#web/ui/form/draft-offer.tsx';
import { SidePanel } from '#web/ui/overlay/side-panel.tsx';
import { toast } from '#web/ui/feedback/toast.ts';
import { groupFailure } from './group-failure.ts';
import { GroupForm, isFilled } from './group-form.tsx';
import { GroupMovedOn } from './group-moved-on.tsx';
import { useFormNumber } from './use-form-number.ts';

interface EditGroupPanelProps {
  readonly group: Group;
  readonly open: boolean;
  readonly onOpenChange: (open: boolean) => void;
}

const wordsSchema = v.object({ name: v.string(), description: v.string(), base: v.string() });

/** 'Edit Group'. Give it the group's id as key, so that each group has its own form. */
export function EditGroupPanel(props: EditGroupPanelProps) {
  const form = useFormNumber(props.open);
  if (form.number === 0) return null;
  return <ChangedGroup key={form.number} {...props} onEnd={form.end} />;
}

interface ChangedGroupProps extends EditGroupPanelProps {
  /** It is stored, or stays as it is: when the panel opens again, the group is shown as it is. */
  readonly onEnd: () => void;
}

function ChangedGroup({ group, open, onOpenChange, onEnd }: ChangedGroupProps) {
  const user = useUser();
  const formId = useId();
  /** What was typed, over which state; null as long as the group is shown as it is. */
  const [typed, setTyped] = useState<GroupSave | null>(null);
  /** The group as it was saved elsewhere meanwhile. */
  const [theirs, setTheirs] = useState<Group | null>(null);
  const [showMissing, setShowMissing] = useState(false);
  const update = useMutation(updateGroup(group.id, user.id));
  const { input, base } = typed ?? { input: group, base: group.updatedAt };
  const words = useMemo(() => typed && { ...typed.input, base: typed.base }, [typed]);
  const draft = useDraft(user.id, `group:${group.id}`, wordsSchema, words);

  function submit() {
    if (update.isPending) return;
    if (!isFilled(input)) {
      setShowMissing(true);
      toast.error(messages.groups.fillAllFields);
      return;
    }
    update.mutate(
      { input, base },
      {
        onSuccess: (current) => {
          if (current) {
            setTheirs(current);
            setTyped({ input, base: current.updatedAt });
            return;
          }
          toast.success(messages.groups.updated);
          close();
        },
        onError: (error) => toast.error(groupFailure('update', error)),
      },
    );
  }

  function close() {
    draft.settle();
    onEnd();
    onOpenChange(false);
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
      {theirs ? <GroupMovedOn theirs={theirs} onKeepTheirs={close} /> : null}
      <DraftOffer
        keeper={draft}
        untouched={typed === null}
        wordsOf={({ name, description }) => name || description}
        onRestore={({ name, description, base }) =>
          setTyped({ input: { name, description }, base })
        }
      />
      <GroupForm
        id={formId}
        value={input}
        onChange={(next) => setTyped({ input: next, base })}
        onSubmit={submit}
        showMissing={showMissing}
      />
    </SidePanel>
  );
}
