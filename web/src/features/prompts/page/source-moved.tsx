import { useQuery } from '@tanstack/react-query';
import { GitMerge } from 'lucide-react';
import { lazy, Suspense, useState } from 'react';
import { forkBaseQuery, hasSameText } from '#web/data/prompts/forks.ts';
import { promptQuery } from '#web/data/prompts/prompt-detail.ts';
import type { PromptDetail } from '#web/data/prompts/prompt.ts';
import { Button } from '#web/ui/form/button.tsx';

const SourceChanges = lazy(async () => ({
  default: (await import('./source-changes.tsx')).SourceChanges,
}));
const TakeOverPanel = lazy(async () => ({
  default: (await import('./take-over-panel.tsx')).TakeOverPanel,
}));

interface SourceMovedProps {
  /** One's own fork, which is not deleted. */
  readonly fork: PromptDetail;
  readonly sourceId: string;
  /** The source's version that the fork was made from, or whose changes were taken over last. */
  readonly version: number;
}

/** Says when the words of a fork's source have changed since; shows how, and takes it over. */
export function SourceMoved({ fork, sourceId, version }: SourceMovedProps) {
  const { data: source } = useQuery(promptQuery(sourceId));
  const moved = source !== undefined && source.version > version;
  const { data: base } = useQuery({ ...forkBaseQuery(fork.id, version), enabled: moved });
  const [comparing, setComparing] = useState(false);
  const [taking, setTaking] = useState(false);
  if (!moved || !base || hasSameText(base, source)) return null;
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
            {comparing ? 'Hide the changes' : 'Show the changes'}
          </Button>
          <Button
            size="small"
            variant="primary"
            icon={<GitMerge size={15} aria-hidden="true" />}
            onClick={() => setTaking(true)}
          >
            Take over the changes
          </Button>
        </div>
      </div>
      <Suspense fallback={null}>
        {comparing ? <SourceChanges base={base} source={source} version={version} /> : null}
        {taking ? (
          <TakeOverPanel fork={fork} base={base} source={source} onClose={() => setTaking(false)} />
        ) : null}
      </Suspense>
    </section>
  );
}
