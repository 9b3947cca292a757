import { useMutation } from '@tanstack/react-query';
import { Tag } from 'lucide-react';
import { versionMessages } from '#contract/version-messages.ts';
import { toDataError } from '#web/data/backend/data-error.ts';
import { restoreVersion, type PromptVersion } from '#web/data/prompts/versions.ts';
import { Badge } from '#web/ui/feedback/badge.tsx';
import { Button, IconButton } from '#web/ui/form/button.tsx';
import { Checkbox } from '#web/ui/form/checkbox.tsx';
import { RelativeTime } from '#web/ui/content/relative-time.tsx';
import { toast } from '#web/ui/feedback/toast.ts';
import { VersionLabels } from './labels/version-labels.tsx';
import { VersionCredit } from './version-credit.tsx';

interface VersionRowProps {
  readonly promptId: string;
  readonly version: PromptVersion;
  /** The number of the current version. */
  readonly current: number;
  readonly checked: boolean;
  /** Two other versions are selected. */
  readonly disabled: boolean;
  readonly onCheckedChange: (checked: boolean) => void;
  readonly canRestore: boolean;
  /** Null: the person may not move labels. */
  readonly onLabel: (() => void) | null;
  readonly onRestored: () => void;
}

/** A version in the history. */
export function VersionRow(props: VersionRowProps) {
  const { promptId, version, current, checked, disabled, onCheckedChange } = props;
  const restore = useMutation(restoreVersion(promptId));
  const isCurrent = version.version === current;

  // Awaited, since callbacks of `mutate` don't run when the new version unmounts this row.
  async function handleRestore() {
    let newest: number;
    try {
      newest = await restore.mutateAsync({ version: version.version, base: current });
    } catch (reason) {
      toast.error(`${versionMessages.restoreFailed}: ${toDataError(reason).message}`);
      return;
    }
    // A version that equals the current one changes nothing.
    if (newest === current) toast.success(versionMessages.restored);
    else
      toast.undoable(versionMessages.restored, async () => {
        await restore.mutateAsync({ version: current, base: newest });
        return `Version ${current} is back`;
      });
    props.onRestored();
  }

  return (
    <li className="cue-line flex min-h-[68px] items-center gap-3 border-b border-hairline px-4 py-2.5 last:border-b-0">
      <Checkbox
        label={`Select version ${version.version}`}
        hideLabel
        checked={checked}
        disabled={disabled}
        onCheckedChange={onCheckedChange}
      />
      <div className="min-w-0 flex-1">
        <p className="flex flex-wrap items-center gap-x-2 gap-y-1 text-sm font-medium text-ink">
          Version {version.version}
          {isCurrent ? <Badge>Current</Badge> : null}
          <VersionLabels promptId={promptId} version={version.version} />
        </p>
        <p className="truncate text-sm text-ink-soft" title={version.changeDescription}>
          {version.changeDescription}
        </p>
        <p className="text-xs text-ink-quiet">
          <RelativeTime at={version.createdAt} />
          <VersionCredit version={version} />
        </p>
      </div>
      {props.onLabel ? (
        <IconButton size="small" label={`Label version ${version.version}`} onClick={props.onLabel}>
          <Tag size={16} />
        </IconButton>
      ) : null}
      {isCurrent || !props.canRestore ? null : (
        <Button
          size="small"
          busy={restore.isPending}
          onClick={() => void handleRestore()}
          aria-label={`${versionMessages.restore} version ${version.version}`}
        >
          {versionMessages.restore}
        </Button>
      )}
    </li>
  );
}
