import type { UseQueryResult } from '@tanstack/react-query';
import { useNavigate } from 'react-router';
import { messages } from '#contract/messages.ts';
import { toDataError } from '#web/data/backend/data-error.ts';
import { StrandedDraft } from '#web/features/prompts/panel/stranded-draft.tsx';
import { Button } from '#web/ui/form/button.tsx';
import { ErrorState } from '#web/ui/feedback/error-state.tsx';
import { PageHeader } from '#web/ui/content/page-header.tsx';
import { Skeleton } from '#web/ui/list/skeleton.tsx';

interface PromptUnavailableProps {
  readonly promptId: string;
  readonly query: Pick<UseQueryResult, 'error' | 'refetch'>;
  readonly back: string;
}

/** Says why a prompt can't be opened: it is missing, or couldn't be loaded. */
export function PromptUnavailable({ promptId, query, back }: PromptUnavailableProps) {
  const navigate = useNavigate();
  const { message, status } = toDataError(query.error);
  const missing = message === messages.prompts.notFound;
  return (
    <>
      <PageHeader title="Prompt" back={back} />
      <StrandedDraft promptId={promptId} />
      <ErrorState
        title={messages.prompts.openFailed}
        message={
          missing
            ? `${message}. It may have been deleted, or you may not have permission to see it.`
            : message
        }
        {...(missing ? {} : { onRetry: () => void query.refetch() })}
        {...(status === 0 ? {} : { details: `HTTP ${status}` })}
        action={<Button onClick={() => void navigate(back)}>{messages.prompts.goBack}</Button>}
      />
    </>
  );
}

/** The page to write on while its prompt is loading. */
export function PromptWriterSkeleton() {
  return (
    <div>
      <h1 className="sr-only">Prompt</h1>
      <output className="sr-only">Loading prompt</output>
      <Skeleton className="mb-6 h-10 w-72" />
      <div className="flex max-w-[760px] flex-col gap-3">
        <Skeleton className="h-9 w-2/3" />
        <Skeleton className="mt-6 h-4" />
        <Skeleton className="h-4 w-11/12" />
        <Skeleton className="h-4 w-4/5" />
      </div>
    </div>
  );
}
