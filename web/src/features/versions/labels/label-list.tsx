import { useMutation, useQuery } from '@tanstack/react-query';
import { ArrowRightLeft, Lock, LockOpen, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { toDataError } from '#web/data/backend/data-error.ts';
import {
  labelsQuery,
  moveLabel,
  protectLabel,
  type PromptLabel,
} from '#web/data/prompts/labels.ts';
import { RelativeTime } from '#web/ui/content/relative-time.tsx';
import { toast } from '#web/ui/feedback/toast.ts';
import { RetryNote } from '#web/ui/feedback/retry-note.tsx';
import { Button } from '#web/ui/form/button.tsx';
import { MoreButton } from '#web/ui/overlay/more-button.tsx';
import { Menu } from '#web/ui/overlay/overlays.tsx';
import { LabelChip } from './label-chip.tsx';
import { LabelDialog } from './label-dialog.tsx';
import { LabelLogDialog } from './label-log-dialog.tsx';
import type { LabelRequest } from './open-label-dialog.tsx';

interface LabelListProps {
  readonly promptId: string;
  readonly mayMove: boolean;
}

/** The labels of a prompt, with what can be done with them, and their log. */
export default function LabelList({ promptId, mayMove }: LabelListProps) {
  const labels = useQuery(labelsQuery(promptId));
  const [request, setRequest] = useState<LabelRequest | null>(null);
  const [isLogOpen, setIsLogOpen] = useState(false);

  if (labels.isPending) return <div className="h-9" />;
  if (!labels.data) {
    return (
      <RetryNote
        message={`The labels could not be loaded: ${toDataError(labels.error).message}`}
        onRetry={() => void labels.refetch()}
      />
    );
  }
  return (
    <>
      {labels.data.length === 0 ? (
        <p className="mb-3 text-sm text-ink-quiet">
          A label such as <span className="font-mono text-xs">production</span> names the version
          that programs read, until you move it.
        </p>
      ) : (
        <ul aria-label="Labels" className="mb-2 flex flex-col">
          {labels.data.map((label) => (
            <LabelRow
              key={label.label}
              promptId={promptId}
              label={label}
              mayMove={mayMove}
              onMove={() => setRequest({ label: label.label, version: label.version })}
            />
          ))}
        </ul>
      )}
      <div className="flex flex-wrap items-center gap-2">
        {mayMove ? (
          <Button size="small" onClick={() => setRequest({ label: null, version: null })}>
            Label a version
          </Button>
        ) : null}
        <Button size="small" variant="quiet" onClick={() => setIsLogOpen(true)}>
          Log of labels
        </Button>
      </div>
      <LabelDialog promptId={promptId} request={request} onClose={() => setRequest(null)} />
      <LabelLogDialog
        promptId={promptId}
        mayMove={mayMove}
        open={isLogOpen}
        onOpenChange={setIsLogOpen}
      />
    </>
  );
}

interface LabelRowProps extends LabelListProps {
  readonly label: PromptLabel;
  readonly onMove: () => void;
}

function LabelRow({ promptId, label: shown, mayMove, onMove }: LabelRowProps) {
  const { label, version, isProtected, movedAt } = shown;
  const { mutateAsync: move } = useMutation(moveLabel(promptId));
  const { mutateAsync: protect } = useMutation(protectLabel(promptId));

  async function remove() {
    try {
      await move({ label, from: version, to: null, note: '' });
      toast.undoable(`Removed ${label}`, async () => {
        await move({ label, from: null, to: version, note: 'Undone' });
        return `${label} is back`;
      });
    } catch (reason) {
      toast.error(`Couldn't remove ${label}: ${toDataError(reason).message}`);
    }
  }

  async function toggleProtection() {
    try {
      await protect({ label, isProtected: !isProtected });
      toast.success(isProtected ? `${label} is no longer protected` : `${label} is protected`);
    } catch (reason) {
      toast.error(`Couldn't change ${label}: ${toDataError(reason).message}`);
    }
  }

  return (
    <li className="flex min-h-9 items-center gap-2 py-1 text-sm">
      <span className="min-w-0 flex-1">
        <LabelChip label={label} isProtected={isProtected} />
        <span className="block text-xs text-ink-quiet">
          Version {version} · moved <RelativeTime at={movedAt} />
        </span>
      </span>
      {mayMove ? (
        <Menu
          align="end"
          trigger={<MoreButton label={`Actions for ${label}`} />}
          items={[
            { label: 'Move', icon: ArrowRightLeft, onSelect: onMove },
            {
              label: isProtected ? 'End protection' : 'Protect',
              icon: isProtected ? LockOpen : Lock,
              onSelect: () => void toggleProtection(),
            },
            {
              label: 'Remove',
              icon: Trash2,
              danger: true,
              disabled: isProtected,
              onSelect: () => void remove(),
            },
          ]}
        />
      ) : null}
    </li>
  );
}
