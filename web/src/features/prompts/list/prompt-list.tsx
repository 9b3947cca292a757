import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query';
import { lazy, Suspense, useCallback, type ComponentProps, type ReactNode } from 'react';
import { messages } from '#contract/messages.ts';
import { toDataError } from '#web/data/backend/data-error.ts';
import { promptsQuery } from '#web/data/prompts/lists/prompt-lists.ts';
import type { PromptListKind, PromptSort, PromptSummary } from '#web/data/prompts/prompt.ts';
import { useUser } from '#web/data/session/session.ts';
import { useNextPage } from '#web/data/backend/use-next-page.ts';
import { useMediaQuery } from '#web/lib/react/use-media-query.ts';
import { EmptyState } from '#web/ui/list/empty-state.tsx';
import { ErrorState } from '#web/ui/feedback/error-state.tsx';
import { ListEnd } from '#web/ui/list/list-end.tsx';
import type { LoadMoreButton } from '#web/ui/list/load-more-button.tsx';
import { SearchResults } from '#web/ui/list/search-results.tsx';
import { SkeletonRows } from '#web/ui/list/skeleton.tsx';
import { VirtualList } from '#web/ui/list/virtual-list.tsx';
import { rowHeight, type RowView } from '#web/ui/list/row-view.ts';
import { PromptRow } from './prompt-row.tsx';
import type { RowSelection } from './row-selection.ts';
import type { PromptActions } from './use-prompt-actions.tsx';

const NoMatches = lazy(() => import('./no-matches.tsx'));

interface PromptListProps {
  readonly kind: PromptListKind;
  /** Lists the prompts of a team instead. */
  readonly teamQuery?: ReturnType<typeof promptsQuery> | undefined;
  /** Renders what loads more rows on request. Without it, they are loaded as the list is scrolled. */
  readonly renderEnd?:
    | ((list: ComponentProps<typeof LoadMoreButton>['list']) => ReactNode)
    | undefined;
  readonly search: string;
  readonly onClearSearch: () => void;
  readonly sort?: PromptSort;
  readonly view?: RowView;
  /** Scrolls in a box of this height instead of with the page. */
  readonly height?: number;
  /** Shows only this many. */
  readonly first?: number;
  readonly label: string;
  readonly actions: PromptActions;
  /** Returns the route that a row opens. */
  readonly toPrompt: (id: string) => string;
  readonly emptyTitle?: string | undefined;
  /** The button of the empty state. */
  readonly emptyAction?: ReactNode;
  readonly selection?: RowSelection | undefined;
}

/** A list of prompts with its loading, empty and error states. Loads more as it is scrolled. */
export function PromptList(props: PromptListProps) {
  const { kind, search, first, label, actions, toPrompt, emptyAction, selection } = props;
  const { sort = 'created', view = 'list', height, teamQuery, renderEnd } = props;
  const user = useUser();
  const list = useInfiniteQuery({
    ...(teamQuery ?? promptsQuery(kind, user.id, search, sort)),
    placeholderData: keepPreviousData,
  });
  const nextPage = useNextPage(list);

  const isPhone = useMediaQuery('(width < 30rem)');
  const { toggle: toggleRow } = selection ?? {};
  const loaded = list.data?.prompts;
  const toggle = useCallback(
    (index: number, range: boolean) => toggleRow?.(loaded ?? [], index, range),
    [loaded, toggleRow],
  );

  if (list.isPending) {
    return <SkeletonRows count={first ?? 12} label={messages.prompts.loading} view={view} />;
  }
  if (!list.data) {
    const { message, hint } = toDataError(list.error);
    return (
      <ErrorState
        title="Prompts could not be loaded"
        message={messages.prompts.loadFailed(message)}
        details={hint ?? undefined}
        onRetry={() => void list.refetch()}
      />
    );
  }
  const { prompts: found, ...how } = list.data;
  const prompts = first === undefined ? found : found.slice(0, first);
  return (
    <SearchResults search={search} order={sort} {...how} stale={list.isPlaceholderData}>
      {prompts.length === 0 ? (
        search === '' ? (
          <EmptyState
            title={
              props.emptyTitle ??
              (kind === 'templates' ? messages.prompts.noTemplates : messages.prompts.none)
            }
            action={kind === 'templates' ? undefined : emptyAction}
          />
        ) : (
          <Suspense fallback={null}>
            <NoMatches
              search={search}
              list={teamQuery === undefined ? kind : 'team'}
              onClear={props.onClearSearch}
            />
          </Suspense>
        )
      ) : (
        <VirtualList
          // A new search starts at the top of its list.
          key={`${search} ${sort} ${view} ${isPhone}`}
          items={prompts}
          keyOf={keyOf}
          estimateSize={rowHeight(view, isPhone)}
          sameHeight
          {...(height === undefined ? {} : { height })}
          label={label}
          className={prompts.some(({ tags }) => tags.length > 0) ? '' : 'untagged'}
          onEndReached={first === undefined && !renderEnd ? nextPage : undefined}
          renderItem={(prompt, index) => (
            <PromptRow
              prompt={prompt}
              to={toPrompt(prompt.id)}
              view={view}
              actions={actions}
              canDelete={prompt.userId === user.id && !prompt.isTemplate}
              index={index}
              selecting={selection?.active ?? false}
              selected={selection?.ids.has(prompt.id) ?? false}
              onToggle={selection && toggle}
            />
          )}
          footer={
            first === undefined
              ? (renderEnd?.(list) ?? <ListEnd list={list} loading={messages.prompts.loading} />)
              : undefined
          }
        />
      )}
    </SearchResults>
  );
}

function keyOf(prompt: PromptSummary): string {
  return prompt.id;
}
