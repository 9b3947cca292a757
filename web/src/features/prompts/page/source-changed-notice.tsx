import { useQuery } from '@tanstack/react-query';
import { GitMerge } from 'lucide-react';
import { lazy, Suspense, useState } from 'react';
import { forkBaseQuery, hasSameText } from '#web/data/prompts/forks.ts';
import { promptQuery } from '#web/data/prompts/prompt-detail.ts';
import type { PromptDetail } from '#web/data/prompts/prompt.ts';
import { Button } from '#web/ui/form/button.tsx';

const SourceChanges = lazy(() => import('./source-changes.tsx'));
const SourceMergePanel = lazy(() => import('#web/features/prompts/merge/source-merge-panel.tsx'));

interface SourceChangedNoticeProps {
  /** The person's own fork, not deleted. */
  readonly fork: PromptDetail;
  readonly sourceId: string;
  /** The source's version that the fork was made from, or whose changes were merged last. */
  readonly version: number;
}

/** A notice that a fork's source has changed. Shows the changes and offers to merge them. */
export function SourceChangedNotice({ fork, sourceId, version }: SourceChangedNoticeProps) {
  const { data: source } = useQuery(promptQuery(sourceId));
  const isNewer = source !== undefined && source.version > version;
  const { data: base } = useQuery({ ...forkBaseQuery(fork.id, version), enabled: isNewer });
  const [comparing, setComparing] = useState(false);
  const [merging, setMerging] = useState(false);
  if (!isNewer || !base || hasSameText(base, source)) return null;
  return (
    <section
      aria-label="The source has changed"
      className="mb-6 max-w-[760px] rounded-md border border-hairline bg-surface"
    >
      <div className="flex flex-wrap items-center gap-x-4 gap-y-3 px-4 py-3">
        <p className="min-w-0 flex-1 basis-64 text-sm text-ink-soft">
          “<span className="break-words text-ink">{source.title}</span>” has changed since you
          forked it: from version {version} to version {source.version}.
        </p>
        <div className="flex flex-wrap gap-2">
          <Button size="small" aria-expanded={comparing} onClick={() => setComparing(!comparing)}>
            {comparing ? 'Hide changes' : 'Show changes'}
          </Button>
          <Button
            size="small"
            variant="primary"
            icon={<GitMerge size={15} />}
            onClick={() => setMerging(true)}
          >
            Merge changes
          </Button>
        </div>
      </div>
      <Suspense fallback={null}>
        {comparing ? <SourceChanges base={base} source={source} version={version} /> : null}
        {merging ? (
          <SourceMergePanel
            fork={fork}
            base={base}
            source={source}
            onClose={() => setMerging(false)}
          />
        ) : null}
      </Suspense>
    </section>
  );
}
