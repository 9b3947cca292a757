import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useNavigate, useSearchParams } from 'react-router';
import { messages } from '#contract/messages.ts';
import { routes } from '#contract/routes.ts';
import { communityOrders } from '#web/data/community/community.ts';
import { toDataError } from '#web/data/backend/data-error.ts';
import { promptQuery } from '#web/data/prompts/prompt-detail.ts';
import { CommunityControls } from '#web/features/community/community-controls.tsx';
import { CommunityFeed } from '#web/features/community/community-feed.tsx';
import { withTag, type Filters } from '#web/features/community/community-filters.tsx';
import { PublicMenu } from '#web/features/moderation/public-menu.tsx';
import { useModeration } from '#web/features/moderation/use-moderation.tsx';
import { RowActions } from '#web/features/prompts/list/row-actions.tsx';
import type { ForkSource } from '#web/features/prompts/panel/panel-request.ts';
import { PromptPanel } from '#web/features/prompts/panel/prompt-panel.tsx';
import { usePromptActions } from '#web/features/prompts/list/use-prompt-actions.tsx';
import { useLocalStorageState } from '#web/lib/storage/use-local-storage-state.ts';
import { useSearch } from '#web/lib/search/use-search.ts';
import { setSearchParam } from '#web/lib/values/set-search-param.ts';
import { PageHeader } from '#web/ui/content/page-header.tsx';
import { toast } from '#web/ui/feedback/toast.ts';
import { views } from '#web/ui/list/view-toggle.tsx';

/**
 * /app/community. Order, filters and search text are in the address, so that they can be linked to.
 */
export function Component() {
  const [address, setAddress] = useSearchParams();
  const order = communityOrders.find((each) => each === address.get('order')) ?? 'latest';
  const filters = { tags: address.getAll('tag'), category: address.get('category') };
  const { typed, type, query } = useSearch();
  const choice = { order, search: query, ...filters };
  const [view, setView] = useLocalStorageState('cuebook.community.view', views);
  const [source, setSource] = useState<ForkSource | null>(null);
  const { actions, dialogs } = usePromptActions();
  const { moderation, moderationDialogs } = useModeration();
  const client = useQueryClient();
  const navigate = useNavigate();

  function narrow({ tags, category }: Filters) {
    const next = setSearchParam('category', category ?? '');
    next.delete('tag');
    for (const tag of tags) next.append('tag', tag);
    setAddress(next, { replace: true });
  }

  async function fork(id: string) {
    try {
      // The feed contains only the beginning of each text.
      setSource(await client.fetchQuery({ ...promptQuery(id), staleTime: 0 }));
    } catch (reason) {
      const { status, message } = toDataError(reason);
      toast.error(status === 404 ? message : messages.prompts.forkFailed);
    }
  }

  return (
    <>
      <PageHeader title="Community" subtitle="Prompts shared by the community" />
      <CommunityControls
        typed={typed}
        onType={type}
        choice={choice}
        onOrderChange={(next) =>
          setAddress(setSearchParam('order', next === 'latest' ? '' : next), { replace: true })
        }
        onFiltersChange={narrow}
        view={view}
        onViewChange={setView}
      />
      <CommunityFeed
        choice={choice}
        view={view}
        renderActions={(prompt) => <RowActions prompt={prompt} actions={actions} />}
        renderMore={({ id, title, author }) => (
          <PublicMenu
            label={`More about ${title}`}
            onReport={() => moderation.report({ promptId: id, commentId: null })}
            onHide={() => moderation.hide(author)}
          />
        )}
        onFork={({ id }) => void fork(id)}
        onTag={(tag) => narrow({ ...filters, tags: withTag(filters.tags, tag) })}
        onCategory={(category) => narrow({ ...filters, category })}
      />
      <PromptPanel
        request={source && { mode: 'fork', source }}
        onClose={() => setSource(null)}
        onSaved={(id) => void navigate(routes.prompt(id))}
      />
      {dialogs}
      {moderationDialogs}
    </>
  );
}
