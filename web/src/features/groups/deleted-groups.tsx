import { useMutation, useQuery } from '@tanstack/react-query';
import { Folder } from 'lucide-react';
import { toDataError } from '#web/data/backend/data-error.ts';
import { failureOf } from '#web/data/backend/query-failure.ts';
import {
  deletedGroupsQuery,
  undeleteGroup,
  undoGroupRestore,
  type DeletedGroup,
} from '#web/data/groups/deleted-groups.ts';
import { useUser } from '#web/data/session/session.ts';
import { formatCount } from '#web/lib/text/format-count.ts';
import { daysLeft } from '#web/lib/text/days-left.ts';
import { Button } from '#web/ui/form/button.tsx';
import { ErrorState } from '#web/ui/feedback/error-state.tsx';
import { RelativeTime } from '#web/ui/content/relative-time.tsx';
import { toast } from '#web/ui/feedback/toast.ts';

interface DeletedGroupsProps {
  /** The team whose groups it shows; null for the user's own, which stand above their deleted prompts. */
  readonly teamId?: string | null;
}

/** Deleted groups, each of which can be restored with its prompts; nothing if there are none. */
export function DeletedGroups({ teamId = null }: DeletedGroupsProps) {
  const user = useUser();
  const groups = useQuery(deletedGroupsQuery(user.id, teamId));
  if (groups.isError) {
    return <ErrorState title="Deleted groups could not be loaded" {...failureOf(groups)} />;
  }
  if (!groups.data || groups.data.length === 0) return null;
  const list = (
    <ul
      aria-label="Recently deleted groups"
      className="max-h-96 overflow-y-auto border-t border-hairline"
    >
      {groups.data.map((group) => (
        <DeletedGroupRow key={group.id} group={group} />
      ))}
    </ul>
  );
  if (teamId !== null) {
    return (
      <details className="mt-4">
        <summary className="w-fit cursor-pointer rounded-sm py-1 text-sm text-ink-soft pointer-coarse:py-3">
          Recently deleted groups ({groups.data.length})
        </summary>
        <div className="mt-2 max-w-[760px]">{list}</div>
      </details>
    );
  }
  return (
    <section aria-labelledby="deleted-groups" className="mb-3">
      <h2 id="deleted-groups" className="mb-2 font-serif text-xl font-medium text-ink">
        Groups
      </h2>
      {list}
      <h2 className="mt-8 font-serif text-xl font-medium text-ink">Prompts</h2>
      <p className="mt-1 mb-2 text-sm text-ink-quiet">
        Prompts of a deleted group are listed here too. A prompt restored on its own leaves its
        group.
      </p>
    </section>
  );
}

function DeletedGroupRow({ group }: { readonly group: DeletedGroup }) {
  const undelete = useMutation(undeleteGroup);
  const { mutateAsync: deleteAgain } = useMutation(undoGroupRestore);
  const { id, name, deletedAt, promptCount, groupCount } = group;
  const contents = [
    ...(groupCount === 0 ? [] : [formatCount(groupCount, 'group')]),
    formatCount(promptCount, 'prompt'),
  ].join(' and ');

  // Awaited here, since the row has unmounted by then and its mutation callbacks would not run.
  async function restore() {
    try {
      const restored = await undelete.mutateAsync(id);
      const text =
        promptCount + groupCount === 0
          ? `“${name}” restored`
          : `“${name}” restored with ${contents}`;
      toast.undoable(text, async () => {
        await deleteAgain(restored);
        return `“${name}” deleted again`;
      });
    } catch (reason) {
      toast.error(`“${name}” could not be restored: ${toDataError(reason).message}`);
    }
  }

  return (
    <li className="cue-line flex min-h-[76px] items-center gap-3 border-b border-hairline px-3 py-2 sm:gap-4 sm:px-4">
      <Folder size={20} className="shrink-0 text-ink-quiet" />
      <div className="min-w-0 flex-1">
        <p className="truncate text-base font-medium text-ink">{name}</p>
        <p className="text-xs text-ink-quiet">
          {contents}, deleted <RelativeTime at={deletedAt} />, {daysLeft(deletedAt)}
        </p>
      </div>
      <Button
        size="small"
        busy={undelete.isPending}
        aria-label={`Restore group ${name}`}
        onClick={() => void restore()}
      >
        Restore
      </Button>
    </li>
  );
}
