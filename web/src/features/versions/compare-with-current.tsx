import { useQuery } from '@tanstack/react-query';
import { toDataError } from '#web/data/backend/data-error.ts';
import type { PromptDetail } from '#web/data/prompts/prompt.ts';
import { versionMessages } from '#contract/version-messages.ts';
import { versionQuery } from '#web/data/prompts/versions.ts';
import { ErrorState } from '#web/ui/feedback/error-state.tsx';
import { Button } from '#web/ui/form/button.tsx';
import { SkeletonRows } from '#web/ui/list/skeleton.tsx';
import { CompareView } from './compare-view.tsx';

interface CompareWithCurrentProps {
  readonly prompt: PromptDetail;
  readonly version: number;
  readonly onClose: () => void;
}

/** An earlier version of a prompt beside the current one. */
export function CompareWithCurrent({ prompt, version, onClose }: CompareWithCurrentProps) {
  const { data: older, error, isPending, refetch } = useQuery(versionQuery(prompt.id, version));
  if (isPending) return <SkeletonRows count={3} label="Loading version" />;
  if (!older) {
    return (
      <ErrorState
        title={`Version ${version} could not be loaded`}
        message={error ? toDataError(error).message : 'It is gone.'}
        onRetry={() => void refetch()}
        action={<Button onClick={onClose}>{versionMessages.closeComparison}</Button>}
      />
    );
  }
  return (
    <CompareView
      older={older}
      newer={{ ...prompt, createdAt: prompt.updatedAt }}
      onClose={onClose}
    />
  );
}
