import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { Folder, LibraryBig, Link2, Tag } from 'lucide-react';
import { routes, searchPath } from '#contract/routes.ts';
import { formatGroupPath } from '#text/group-path.ts';
import { chainsQuery } from '#web/data/chains/chains.ts';
import { flattenGroups } from '#web/data/groups/group-options.ts';
import { groupTree } from '#web/data/groups/group-tree.ts';
import { groupsQuery } from '#web/data/groups/groups.ts';
import { promptsQuery } from '#web/data/prompts/lists/prompt-lists.ts';
import { lastUsedQuery } from '#web/data/prompts/lists/last-used.ts';
import { tagsQuery } from '#web/data/prompts/tags.ts';
import { useUser } from '#web/data/session/session.ts';
import { fold } from '#web/lib/search/fold.ts';
import { formatCount } from '#web/lib/text/format-count.ts';
import type { Command, CommandGroup } from '#web/ui/overlay/command/command.ts';
import { matchCommand, maxPrompts, promptCommand, type CommandContext } from './prompt-command.tsx';

/** The most tags in the palette. */
const maxTags = 12;

export interface LibraryCommands {
  /** The matching prompts; without a search, those used last, or else the newest. */
  readonly prompts: CommandGroup;
  /** Opens all matches in the library, if there are more. */
  readonly rest: readonly Command[];
  /** The ids of all matches that are loaded. */
  readonly matchIds: ReadonlySet<string>;
  /** All groups and chains of the user. */
  readonly groups: CommandGroup;
  readonly chains: CommandGroup;
  /** With a search that starts with `#`: the tags that start with the rest. */
  readonly tags: CommandGroup;
  readonly typoForgiven: boolean;
  /** Offline: only the prompts cached on this device were searched. */
  readonly fromOfflineCache: boolean;
  readonly searching: boolean;
  readonly failed: boolean;
}

/**
 * Returns commands for the user's prompts, groups and chains. Results of another search are never
 * returned.
 */
export function useLibraryCommands(search: string, context: CommandContext): LibraryCommands {
  const user = useUser();
  const tagStart = search.startsWith('#') ? fold(search.slice(1)) : null;
  const isSearch = search !== '' && tagStart === null;
  const lastUsed = useQuery({ ...lastUsedQuery(user.id), enabled: search === '' });
  const hasUsed = search === '' && (lastUsed.isPending || (lastUsed.data ?? []).length > 0);
  const prompts = useInfiniteQuery({
    ...promptsQuery('mine', user.id, search),
    enabled: !hasUsed && tagStart === null,
  });
  const tags = useQuery({ ...tagsQuery(user.id), enabled: tagStart !== null });
  const groups = useQuery(groupsQuery(user.id));
  const chains = useQuery({ ...chainsQuery({ userId: user.id }), refetchOnWindowFocus: false });

  const matches = hasUsed || tagStart !== null ? [] : (prompts.data?.prompts ?? []);
  const command = (id: string, label: string, path: string) => ({
    id,
    label,
    run: () => context.openPath(path),
  });
  const found = matches
    .slice(0, maxPrompts)
    .map((prompt) =>
      isSearch
        ? matchCommand(prompt, prompt.groupName, context)
        : { ...promptCommand(prompt, context), hint: prompt.groupName ?? undefined },
    );
  return {
    prompts: hasUsed
      ? {
          title: 'Last used',
          commands: (lastUsed.data ?? []).map((prompt) => promptCommand(prompt, context)),
        }
      : { title: isSearch ? 'Prompts' : 'Newest prompts', commands: found },
    rest:
      !isSearch || matches.length <= maxPrompts
        ? []
        : [
            {
              ...command(
                'all-prompts',
                'Show all in your library',
                searchPath(routes.library, search),
              ),
              icon: <LibraryBig size={17} />,
            },
          ],
    matchIds: new Set(isSearch ? matches.map(({ id }) => id) : []),
    groups: {
      title: 'Groups',
      commands: flattenGroups(groupTree(groups.data ?? [])).map(({ id, path, promptCount }) => ({
        ...command(`group-${id}`, formatGroupPath(path), routes.group(id)),
        icon: <Folder size={17} />,
        hint: formatCount(promptCount, 'prompt'),
      })),
    },
    chains: {
      title: 'Chains',
      commands: (chains.data ?? []).map(({ id, title, stepCount }) => ({
        ...command(`chain-${id}`, title, routes.chain(id)),
        icon: <Link2 size={17} />,
        hint: formatCount(stepCount, 'step'),
      })),
    },
    tags: {
      title: 'Tags',
      commands: (tags.data ?? [])
        .filter(({ tag }) => tagStart !== null && fold(tag).startsWith(tagStart))
        .slice(0, maxTags)
        .map(({ tag, prompts: count }) => ({
          ...command(`tag-${tag}`, `#${tag}`, searchPath(routes.library, `tag:"${tag}"`)),
          icon: <Tag size={17} />,
          hint: formatCount(count, 'prompt'),
        })),
    },
    typoForgiven: prompts.data?.typoForgiven ?? false,
    fromOfflineCache: prompts.data?.fromOfflineCache ?? false,
    searching: (tagStart !== null ? tags : hasUsed ? lastUsed : prompts).isPending,
    failed: tagStart === null ? prompts.isError : tags.isError,
  };
}
