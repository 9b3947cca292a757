import { useInfiniteQuery } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { limits } from '#contract/limits.ts';
import { versionMessages } from '#contract/version-messages.ts';
import { failureOf } from '#web/data/backend/query-failure.ts';
import { versionsQuery, type PromptVersion } from '#web/data/prompts/versions.ts';
import { Button } from '#web/ui/form/button.tsx';
import { ErrorState } from '#web/ui/feedback/error-state.tsx';
import { SkeletonRows } from '#web/ui/list/skeleton.tsx';
import { CompareView } from './compare-view.tsx';
import { LabelDialog } from './labels/label-dialog.tsx';
import type { LabelRequest } from './labels/open-label-dialog.tsx';
import { VersionRow } from './version-row.tsx';
import { LoadMoreButton } from '#web/ui/list/load-more-button.tsx';

interface HistoryPanelProps {
  readonly promptId: string;
  /** The number of the current version. */
  readonly current: number;
  /** The person may edit the prompt. */
  readonly canRestore: boolean;
  readonly canLabel: boolean;
  /** Called after a version was restored. */
  readonly onRestored: () => void;
}

/** All versions of a prompt, newest first, to compare two of them or restore one. */
export function HistoryPanel(props: HistoryPanelProps) {
  const { promptId, current, canRestore, canLabel, onRestored } = props;
  const history = useInfiniteQuery(versionsQuery(promptId));
  const [selected, setSelected] = useState<readonly PromptVersion[]>([]);
  const [comparing, setComparing] = useState(false);
  const [labelled, setLabelled] = useState<LabelRequest | null>(null);
  const compareButton = useRef<HTMLButtonElement>(null);

  if (history.isPending) {
    return <SkeletonRows count={3} label="Loading versions" rowClassName="h-[68px]" />;
  }
  if (!history.data) {
    return <ErrorState title="The history could not be loaded" {...failureOf(history)} />;
  }

  function select(version: PromptVersion, checked: boolean) {
    const others = selected.filter((each) => each.version !== version.version);
    setSelected(checked ? [...others, version] : others);
  }

  const [older, newer] = selected.toSorted((one, other) => one.version - other.version);
  if (comparing && older && newer) {
    return (
      <CompareView
        older={older}
        newer={newer}
        onClose={() => {
          flushSync(() => setComparing(false));
          compareButton.current?.focus();
        }}
      />
    );
  }

  const isFull = selected.length >= limits.comparedVersions;
  return (
    <div className="max-w-[760px]">
      <div className="mb-2 flex flex-wrap items-center justify-between gap-2">
        <p className="text-sm text-ink-quiet">Select two versions to compare.</p>
        <Button
          ref={compareButton}
          size="small"
          disabled={selected.length !== limits.comparedVersions}
          onClick={() => setComparing(true)}
        >
          {versionMessages.compareSelected}
        </Button>
      </div>
      <div className="h-[300px] overflow-y-auto rounded-md border border-hairline bg-surface">
        <ul aria-label="Versions">
          {history.data.map((version) => {
            const checked = selected.some((each) => each.version === version.version);
            return (
              <VersionRow
                key={version.id}
                promptId={promptId}
                version={version}
                current={current}
                checked={checked}
                disabled={isFull && !checked}
                onCheckedChange={(next) => select(version, next)}
                canRestore={canRestore}
                onLabel={
                  canLabel ? () => setLabelled({ label: null, version: version.version }) : null
                }
                onRestored={onRestored}
              />
            );
          })}
        </ul>
        <LoadMoreButton list={history} failure="Older versions could not be loaded. Try again." />
      </div>
      <LabelDialog promptId={promptId} request={labelled} onClose={() => setLabelled(null)} />
    </div>
  );
}
