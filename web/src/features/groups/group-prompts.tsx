import { useInfiniteQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { messages } from '#contract/messages.ts';
import { toDataError } from '#web/data/fail.ts';
import { groupPromptsQuery } from '#web/data/group-prompts.ts';
import { useUser } from '#web/data/session.ts';
import { EmptySearch } from '#web/ui/drawings.tsx';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { ErrorState } from '#web/ui/error-state.tsx';
import { LoadMore } from '#web/ui/load-more.tsx';
import { MarksFor } from '#web/ui/marked.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';
import { GroupPromptCard } from './group-prompt-card.tsx';

interface GroupPromptsProps {
  readonly groupId: string;
  /** What to look for in title and content; empty for all. */
  readonly search: string;
  /** The button of the empty state. */
  readonly emptyAction: ReactNode;
}

const grid = 'grid grid-cols-1 gap-3 sm:grid-cols-2 lg:grid-cols-3';

/** The prompts of a group as cards: all of them, page after page. */
export function GroupPrompts({ groupId, search, emptyAction }: GroupPromptsProps) {
  const user = useUser();
  const prompts = useInfiniteQuery(groupPromptsQuery(groupId, user.id, search));
  if (prompts.isPending) return <GroupPromptsSkeleton />;
  if (!prompts.data) {
    return (
      <ErrorState
        title="The prompts of this group could not be loaded"
        message={toDataError(prompts.error).message}
        onRetry={() => void prompts.refetch()}
      />
    );
  }
  const { prompts: rows, typoForgiven } = prompts.data;
  if (rows.length === 0 && search !== '') {
    return (
      <EmptyState
        drawing={<EmptySearch />}
        title="No prompt of this group matches"
        text={`Nothing here has “${search}” in its title or content.`}
      />
    );
  }
  if (rows.length === 0) {
    return <EmptyState title={messages.groups.noPrompts} action={emptyAction} />;
  }
  return (
    <>
      {typoForgiven ? (
        <output className="mb-3 block text-sm text-ink-soft">
          Nothing has exactly these words. These are close.
        </output>
      ) : null}
      <MarksFor search={search} nearly={typoForgiven}>
        <ul aria-label="Prompts" className={grid}>
          {rows.map((prompt) => (
            <GroupPromptCard key={prompt.id} prompt={prompt} searched={search !== ''} />
          ))}
        </ul>
      </MarksFor>
      <LoadMore
        hasMore={prompts.hasNextPage}
        loading={prompts.isFetchingNextPage}
        failed={prompts.isFetchNextPageError}
        onLoad={() => void prompts.fetchNextPage()}
      />
    </>
  );
}

function GroupPromptsSkeleton() {
  return (
    <div className={grid}>
      <output className="sr-only">Loading prompts...</output>
      {Array.from({ length: 6 }, (_, index) => (
        <div
          key={index}
          className="flex h-[180px] flex-col gap-3 rounded-lg border border-hairline bg-surface p-4"
        >
          <Skeleton className="h-4 w-1/2" />
          <Skeleton className="h-3 w-full" />
          <Skeleton className="h-3 w-full" />
          <Skeleton className="h-3 w-3/5" />
        </div>
      ))}
    </div>
  );
}
