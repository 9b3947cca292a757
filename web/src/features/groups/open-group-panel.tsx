import { useMutation } from '@tanstack/react-query';
import { useId, useMemo, useState } from 'react';
import * as v from 'valibot';
import { messages } from '#contract/messages.ts';
import { toDataError } from '#web/data/backend/data-error.ts';
import { createGroup, updateGroup, type GroupSave } from '#web/data/groups/group-changes.ts';
import type { Group, GroupInput } from '#web/data/groups/groups.ts';
import { useUser } from '#web/data/session/session.ts';
import { useDraft } from '#web/data/drafts/use-draft.ts';
import { useEditsLibrary } from '#web/data/teams/use-may-edit.ts';
import { useLatestRef } from '#web/lib/react/use-latest-ref.ts';
import { useMountedRef } from '#web/lib/react/use-mounted-ref.ts';
import { Alert } from '#web/ui/feedback/alert.tsx';
import { Button } from '#web/ui/form/button.tsx';
import { DraftOffer } from '#web/ui/form/draft-offer.tsx';
import { SidePanel } from '#web/ui/overlay/overlays.tsx';
import { toast } from '#web/ui/feedback/toast.ts';
import { GroupConflict } from './group-conflict.tsx';
import { checkGroup, GroupForm, isFilled } from './group-form.tsx';

interface GroupPanelProps {
  /**
   * The group to edit; null creates one. Use its id as `key`, so that each group has its own form.
   */
  readonly group: Group | null;
  readonly open: boolean;
  readonly onOpenChange: (open: boolean) => void;
  readonly onCreated?: (id: string) => void;
  /** The group to create it in; otherwise at the top. */
  readonly parentId?: string;
  /** The team to create it for; null for the user's own. */
  readonly teamId?: string | null;
}

const emptyGroup: GroupInput = { name: '', description: '' };

const draftSchema = v.object({
  name: v.string(),
  description: v.string(),
  base: v.string(),
});

/**
 * The panel once it has been opened. Unsaved text survives closing the panel and leaving the
 * page. After a save, or after keeping the stored group, the next opening starts a new form; until
 * then the old one stays, to close in order.
 */
export default function OpenGroupPanel(props: GroupPanelProps) {
  const [form, setForm] = useState({ number: 0, hasEnded: true });
  if (props.open && form.hasEnded) setForm({ number: form.number + 1, hasEnded: false });
  if (form.number === 0) return null;
  return (
    <PanelForm key={form.number} {...props} onEnd={() => setForm({ ...form, hasEnded: true })} />
  );
}

interface PanelFormProps extends GroupPanelProps {
  readonly onEnd: () => void;
}

function PanelForm(props: PanelFormProps) {
  const { open, onOpenChange, onCreated, parentId, teamId = null, onEnd } = props;
  /** The group as this form has saved it, if it stayed open. */
  const [stored, setStored] = useState<Group | null>(null);
  const group = stored ?? props.group;
  const user = useUser();
  const hasLostRight = useEditsLibrary(group === null ? teamId : group.teamId) === false;
  const formId = useId();
  /** The edited values and the state that they are based on; null while nothing is edited. */
  const [edited, setEdited] = useState<GroupSave | null>(null);
  const latest = useLatestRef({ edited, open });
  const isMounted = useMountedRef();
  /** The group as it was saved elsewhere meanwhile. */
  const [theirs, setTheirs] = useState<Group | null>(null);
  const [isChecked, setIsChecked] = useState(false);
  const create = useMutation(createGroup(user.id, teamId, parentId ?? null));
  const update = useMutation(updateGroup(group?.id ?? ''));
  const isBusy = create.isPending || update.isPending;

  const { input, base } = edited ?? { input: group ?? emptyGroup, base: group?.updatedAt ?? '' };
  const isUntouched = edited === null || (group === null && isBlank(edited.input));
  const values = useMemo(
    () => (isUntouched ? null : { ...input, base }),
    [isUntouched, input, base],
  );
  const draft = useDraft(
    user.id,
    `group:${group?.id ?? ['new', parentId ?? teamId].filter((part) => part !== null).join(':')}`,
    draftSchema,
    values,
  );

  function close() {
    draft.settle();
    onEnd();
    onOpenChange(false);
  }

  async function submit() {
    if (isBusy || hasLostRight) return;
    const [problem] = Object.values(checkGroup(input));
    if (problem !== undefined) {
      setIsChecked(true);
      toast.error(isFilled(input) ? problem : messages.groups.fillAllFields);
      return;
    }
    try {
      if (group === null) {
        const { id, updatedAt } = await create.mutateAsync(input);
        toast.success(messages.groups.created);
        const owner = { parentId: parentId ?? null, teamId };
        finish({ ...input, ...owner, id, createdAt: updatedAt, updatedAt, promptCount: 0 });
        return;
      }
      const outcome = await update.mutateAsync({ input, base });
      if (outcome.kind === 'saved') {
        toast.success(messages.groups.updated);
        finish({ ...group, ...input, updatedAt: outcome.updatedAt });
        return;
      }
      const { current } = outcome;
      setTheirs(current);
      setEdited({ input: latest.current.edited?.input ?? input, base: current.updatedAt });
    } catch (reason) {
      toast.error(failureMessage(group === null, reason));
    }
  }

  /** Closes the panel, unless something was typed while the group was saved. */
  function finish(saved: Group) {
    const now = latest.current;
    const typed = draft.isSettled() ? null : (now.edited?.input ?? null);
    if (typed && (typed.name !== saved.name || typed.description !== saved.description)) {
      const next = { input: typed, base: saved.updatedAt };
      draft.goOn(`group:${saved.id}`, { ...typed, base: saved.updatedAt });
      toast.note("What you typed meanwhile isn't saved yet.");
      setStored(saved);
      setEdited(next);
      // A panel that was closed begins with another new group. This one has the text as a draft.
      if (group === null && !now.open) onEnd();
      return;
    }
    draft.settle();
    onEnd();
    if (!now.open || !isMounted.current) return;
    onOpenChange(false);
    if (props.group === null) onCreated?.(saved.id);
  }

  return (
    <SidePanel
      open={open}
      onOpenChange={onOpenChange}
      title={group ? 'Edit Group' : 'Create New Group'}
      footer={
        <>
          <Button onClick={() => onOpenChange(false)}>Cancel</Button>
          {hasLostRight ? null : (
            <Button type="submit" form={formId} variant="primary" busy={isBusy}>
              {group ? 'Update Group' : 'Create Group'}
            </Button>
          )}
        </>
      }
    >
      {hasLostRight ? (
        <Alert>
          Only owners and editors of the team change its groups. Copy your text before you close
          this.
        </Alert>
      ) : null}
      {theirs ? <GroupConflict theirs={theirs} onKeepTheirs={close} /> : null}
      <DraftOffer
        draft={draft}
        untouched={isUntouched}
        textOf={({ name, description }) => name || description}
        onRestore={(offered) =>
          setEdited({
            input: { name: offered.name, description: offered.description },
            base: offered.base,
          })
        }
      />
      <GroupForm
        id={formId}
        value={input}
        onChange={(next) => setEdited({ input: next, base })}
        onSubmit={() => void submit()}
        errors={isChecked ? checkGroup(input) : {}}
      />
    </SidePanel>
  );
}

function isBlank({ name, description }: GroupInput): boolean {
  return name.trim() === '' && description.trim() === '';
}

/**
 * The toast for a failed save: the server's reason, or, without a response, the advice to try
 * again.
 */
function failureMessage(isNew: boolean, reason: unknown): string {
  const { status, message } = toDataError(reason);
  const { createFailed, createUnanswered, updateFailed, updateUnanswered } = messages.groups;
  if (isNew) return status === 0 ? createUnanswered : createFailed(message);
  return status === 0 ? updateUnanswered : updateFailed(message);
}
