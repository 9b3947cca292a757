import { useInfiniteQuery } from '@tanstack/react-query';
import { messages } from '#contract/messages.ts';
import { toDataError } from '#web/data/backend/data-error.ts';
import { promptsQuery } from '#web/data/prompts/lists/prompt-lists.ts';
import type { PromptSummary } from '#web/data/prompts/prompt.ts';
import { useUser } from '#web/data/session/session.ts';
import { useNextPage } from '#web/data/backend/use-next-page.ts';
import { daysLeft } from '#web/lib/text/days-left.ts';
import { Button } from '#web/ui/form/button.tsx';
import { EmptyState } from '#web/ui/list/empty-state.tsx';
import { ErrorState } from '#web/ui/feedback/error-state.tsx';
import { ListEnd } from '#web/ui/list/list-end.tsx';
import { RelativeTime } from '#web/ui/content/relative-time.tsx';
import { SkeletonRows } from '#web/ui/list/skeleton.tsx';
import { VirtualList } from '#web/ui/list/virtual-list.tsx';
import { PromptIcon } from '#web/ui/content/prompt-icon.tsx';
import { useUndelete } from './use-undelete.ts';

/** The deleted prompts that can still be restored. */
export function DeletedList() {
  const user = useUser();
  const list = useInfiniteQuery(promptsQuery('deleted', user.id));
  const nextPage = useNextPage(list);

  if (list.isPending) {
    return <SkeletonRows count={4} label={messages.prompts.loading} rowClassName="h-[76px]" />;
  }
  if (!list.data) {
    return (
      <ErrorState
        title="Deleted prompts could not be loaded"
        message={messages.prompts.loadFailed(toDataError(list.error).message)}
        onRetry={() => void list.refetch()}
      />
    );
  }
  if (list.data.prompts.length === 0) {
    return (
      <EmptyState
        title="Nothing deleted in the last 30 days."
        text="Deleted prompts stay here for 30 days. After that they're permanently removed."
      />
    );
  }
  return (
    <VirtualList
      items={list.data.prompts}
      keyOf={(prompt) => prompt.id}
      estimateSize={76}
      label="Recently deleted"
      className="border-t border-hairline"
      onEndReached={nextPage}
      renderItem={(prompt) => <DeletedRow prompt={prompt} />}
      footer={<ListEnd list={list} loading={messages.prompts.loading} />}
    />
  );
}

function DeletedRow({ prompt }: { readonly prompt: PromptSummary }) {
  const { undelete, busy } = useUndelete();
  return (
    <div className="cue-line flex min-h-[76px] items-center gap-3 border-b border-hairline px-3 py-2 sm:gap-4 sm:px-4">
      <PromptIcon icon={prompt.icon} title={prompt.title} groupId={prompt.groupId} />
      <div className="min-w-0 flex-1">
        <p className="truncate text-base font-medium text-ink">{prompt.title}</p>
        <p className="text-xs text-ink-quiet">
          {prompt.deletedAt === null ? null : (
            <>
              Deleted <RelativeTime at={prompt.deletedAt} /> · {daysLeft(prompt.deletedAt)}
            </>
          )}
        </p>
      </div>
      <Button
        size="small"
        busy={busy}
        aria-label={`Restore ${prompt.title}`}
        onClick={() => void undelete(prompt)}
      >
        Restore
      </Button>
    </div>
  );
}
