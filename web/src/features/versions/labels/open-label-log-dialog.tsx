import { useInfiniteQuery, useMutation } from '@tanstack/react-query';
import { toDataError } from '#web/data/backend/data-error.ts';
import { failureOf } from '#web/data/backend/query-failure.ts';
import { labelMovesQuery, moveLabel, type LabelMove } from '#web/data/prompts/labels.ts';
import { useUser } from '#web/data/session/session.ts';
import { RelativeTime } from '#web/ui/content/relative-time.tsx';
import { ErrorState } from '#web/ui/feedback/error-state.tsx';
import { toast } from '#web/ui/feedback/toast.ts';
import { Button } from '#web/ui/form/button.tsx';
import { SkeletonRows } from '#web/ui/list/skeleton.tsx';
import { Dialog } from '#web/ui/overlay/overlays.tsx';
import { LabelChip } from './label-chip.tsx';
import { LoadMoreButton } from '#web/ui/list/load-more-button.tsx';

interface LabelLogDialogProps {
  readonly promptId: string;
  readonly mayMove: boolean;
  readonly open: boolean;
  readonly onOpenChange: (open: boolean) => void;
}

/** Every move of a prompt's labels, newest first. The last move of each can be undone. */
export default function OpenLabelLogDialog(props: LabelLogDialogProps) {
  const { promptId, mayMove, open, onOpenChange } = props;
  return (
    <Dialog open={open} onOpenChange={onOpenChange} title="Log of labels" width="medium">
      {open ? <LabelLog promptId={promptId} mayMove={mayMove} /> : null}
    </Dialog>
  );
}

function LabelLog({ promptId, mayMove }: Pick<LabelLogDialogProps, 'promptId' | 'mayMove'>) {
  const log = useInfiniteQuery(labelMovesQuery(promptId));
  if (log.isPending) {
    return <SkeletonRows count={3} label="Loading the log" rowClassName="h-14" />;
  }
  if (!log.data) {
    return <ErrorState title="The log could not be loaded" {...failureOf(log)} />;
  }
  if (log.data.length === 0) {
    return <p className="text-sm text-ink-soft">No label has been set yet.</p>;
  }
  const undoable = new Set<string>();
  const seen = new Set<string>();
  for (const { id, label, protection } of log.data) {
    if (protection !== null || seen.has(label)) continue;
    seen.add(label);
    undoable.add(id);
  }
  return (
    <>
      <ol aria-label="Moves of labels">
        {log.data.map((move) => (
          <LogRow
            key={move.id}
            promptId={promptId}
            move={move}
            mayUndo={mayMove && undoable.has(move.id)}
          />
        ))}
      </ol>
      <LoadMoreButton list={log} failure="Older moves could not be loaded. Try again." />
    </>
  );
}

interface LogRowProps {
  readonly promptId: string;
  readonly move: LabelMove;
  readonly mayUndo: boolean;
}

function LogRow({ promptId, move, mayUndo }: LogRowProps) {
  const { id: userId } = useUser();
  const undo = useMutation(moveLabel(promptId));
  const { label, from, to, note, moverId, moverName, byToken } = move;
  const mover = moverId === userId ? 'you' : (moverName ?? 'someone');

  async function handleUndo() {
    try {
      await undo.mutateAsync({ label, from: to, to: from, note: 'Undone' });
    } catch (reason) {
      toast.error(`Couldn't undo this: ${toDataError(reason).message}`);
    }
  }

  return (
    <li className="flex items-center gap-3 border-b border-hairline py-2.5 first:pt-0 last:border-b-0">
      <div className="min-w-0 flex-1 text-sm">
        <p className="flex flex-wrap items-center gap-x-2 gap-y-1 text-ink">
          <LabelChip label={label} isProtected={false} />
          <span>{describe(move)}</span>
        </p>
        {note === '' ? null : <p className="mt-0.5 break-words text-ink-soft">{note}</p>}
        <p className="mt-0.5 text-xs text-ink-quiet">
          <RelativeTime at={move.movedAt} /> by {mover}
          {byToken ? ', with an access token' : ''}
        </p>
      </div>
      {mayUndo ? (
        <Button
          size="small"
          busy={undo.isPending}
          aria-label={`Undo: ${label} ${describe(move)}`}
          onClick={() => void handleUndo()}
        >
          Undo
        </Button>
      ) : null}
    </li>
  );
}

function describe({ from, to, protection }: LabelMove): string {
  if (protection !== null) return protection ? 'protected' : 'no longer protected';
  if (to === null) return `removed from version ${from}`;
  return from === null ? `set on version ${to}` : `moved from version ${from} to ${to}`;
}
