import { useQuery } from '@tanstack/react-query';
import { FolderPlus } from 'lucide-react';
import type { ReactNode } from 'react';
import { useNavigate } from 'react-router';
import { limits } from '#contract/limits.ts';
import { messages } from '#contract/messages.ts';
import { routes } from '#contract/routes.ts';
import { toDataError } from '#web/data/backend/data-error.ts';
import { foundCountQuery } from '#web/data/search/found-count.ts';
import { promptSorts, type PromptSummary } from '#web/data/prompts/prompt.ts';
import { useLocalStorageState } from '#web/lib/storage/use-local-storage-state.ts';
import { ListHead } from '#web/ui/list/list-head.tsx';
import { NewPromptButton } from '#web/ui/list/new-prompt-button.tsx';
import { SortSelect } from '#web/ui/list/sort-select.tsx';
import { ViewToggle, views } from '#web/ui/list/view-toggle.tsx';
import { flattenGroups } from '#web/data/groups/group-options.ts';
import { groupTree } from '#web/data/groups/group-tree.ts';
import { groupsOnPath } from '#text/group-path.ts';
import { groupsQuery } from '#web/data/groups/groups.ts';
import { groupQuery } from '#web/data/groups/read-group.ts';
import { useUser } from '#web/data/session/session.ts';
import { teamQuery } from '#web/data/teams/teams.ts';
import { useEditsLibrary } from '#web/data/teams/use-may-edit.ts';
import { useRememberSearch } from '#web/data/search/last-search.ts';
import { useFilterCompletions } from '#web/data/search/use-filter-completions.ts';
import { isUuid } from '#contract/uuid.ts';
import { useSearch } from '#web/lib/search/use-search.ts';
import { Button } from '#web/ui/form/button.tsx';
import { PageHeader } from '#web/ui/content/page-header.tsx';
import { Segmented } from '#web/ui/form/segmented.tsx';
import { SearchBox } from '#web/ui/search/search-box.tsx';
import { Skeleton } from '#web/ui/list/skeleton.tsx';
import { NavigateWithError } from '#web/ui/feedback/navigate-with-error.tsx';
import { cx } from '#web/lib/theme/class-names.ts';
import { GroupCard } from './group-card.tsx';
import { GroupMenu } from './group-menu.tsx';
import { GroupPath } from './group-path.tsx';
import { smallGroupGridClass } from './groups-spinner.tsx';
import { GroupPrompts } from './group-prompts.tsx';

interface GroupDetailProps {
  readonly groupId: string;
  /** Opens the panel that creates a group in this one. */
  readonly onNewGroup: () => void;
  /** Opens the panel that creates a prompt in this group. */
  readonly onNewPrompt: () => void;
  /** Actions of each prompt card, apart from opening it. */
  readonly renderActions: (prompt: PromptSummary) => ReactNode;
}

const ranges = ['group', 'below'] as const;

/** One group with the groups in it and its prompts. Redirects to the list of groups if it can't be loaded. */
export function GroupDetail(props: GroupDetailProps) {
  const { groupId, onNewGroup, onNewPrompt, renderActions } = props;
  const user = useUser();
  const navigate = useNavigate();
  const group = useQuery(groupQuery(groupId));
  const teamId = group.data?.teamId ?? null;
  // Viewers of a team must not see controls for a moment, so that it must be known whose group it is.
  const mayEdit = useEditsLibrary(teamId) === true && group.data !== undefined;
  // Also follows what team mates change.
  const team = useQuery({ ...teamQuery(teamId ?? '', user.id), enabled: teamId !== null });
  const { typed, type, query: search } = useSearch();
  useRememberSearch();
  const completions = useFilterCompletions(teamId);
  const groups = useQuery(groupsQuery(user.id, teamId));
  const [range, setRange] = useLocalStorageState('cuebook.group.range', ranges);
  const path = groupsOnPath(groups.data ?? [], groupId);
  const inside =
    flattenGroups(groupTree(groups.data ?? [])).find(({ id }) => id === groupId)?.children ?? [];
  const andBelow = range === 'below' && inside.length > 0;
  const found = useQuery({
    ...foundCountQuery(user.id, search, groupId, andBelow, teamId),
    enabled: isUuid(groupId),
  });
  const [sort, setSort] = useLocalStorageState('cuebook.group.sort', promptSorts);
  const [view, setView] = useLocalStorageState('cuebook.group.view', views);

  // A group that was deleted elsewhere may still be cached.
  if (group.isError && (!group.data || toDataError(group.error).status === 404))
    return <NavigateWithError to={routes.groups} message={missingReason(group.error)} />;
  const top =
    teamId === null
      ? { to: routes.groups, name: 'Groups' }
      : { to: routes.team(teamId), name: team.data?.name ?? 'Team' };
  return (
    <>
      {teamId === null && path.length < 2 ? null : (
        <GroupPath around={path.slice(0, -1)} top={top} />
      )}
      <PageHeader
        title={group.data?.name ?? 'Group'}
        back={group.data?.parentId ? routes.group(group.data.parentId) : top.to}
        subtitle={
          group.data ? group.data.description : <Skeleton className="h-4 w-64 max-w-full" />
        }
        actions={
          <>
            {mayEdit ? (
              <>
                {path.length < limits.groupDepth ? (
                  <Button icon={<FolderPlus size={17} />} onClick={onNewGroup}>
                    New Group
                  </Button>
                ) : null}
                <NewPromptButton onClick={onNewPrompt} />
              </>
            ) : null}
            {group.data ? (
              <GroupMenu
                group={group.data}
                labels={{ edit: 'Edit Group', delete: 'Delete Group' }}
                onDeleted={() => void navigate(top.to, { replace: true })}
              />
            ) : null}
          </>
        }
      />
      {inside.length > 0 ? (
        <ul aria-label="Groups in it" className={cx(smallGroupGridClass, 'mb-4')}>
          {inside.map((each) => (
            <GroupCard key={each.id} group={each} />
          ))}
        </ul>
      ) : null}
      <ListHead
        search={
          <SearchBox
            label="Search this group"
            placeholder={messages.groups.searchPrompts}
            filters
            completions={completions}
            value={typed}
            onChange={type}
          />
        }
        found={group.data && found.data}
      >
        {inside.length > 0 ? (
          <Segmented
            label="Prompts of"
            value={range}
            onChange={setRange}
            options={[
              { value: 'group', label: 'This group' },
              { value: 'below', label: 'And below' },
            ]}
          />
        ) : null}
        <SortSelect value={sort} onChange={setSort} searched={search !== ''} />
        <ViewToggle value={view} onChange={setView} views={views} />
      </ListHead>
      {isUuid(groupId) ? (
        <GroupPrompts
          key={teamId}
          group={{ id: groupId, teamId }}
          isLoading={!group.data}
          andBelow={andBelow}
          search={search}
          onClearSearch={() => type('')}
          sort={sort}
          view={view}
          emptyAction={mayEdit ? <NewPromptButton inList onClick={onNewPrompt} /> : null}
          renderActions={renderActions}
        />
      ) : null}
    </>
  );
}

function missingReason(error: unknown): string {
  const { status, message } = toDataError(error);
  return status === 404 ? message : messages.groups.fetchFailed(message);
}
