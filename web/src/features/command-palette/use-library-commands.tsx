import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { Folder, LibraryBig, Link2, NotebookPen } from 'lucide-react';
import { routes } from '#contract/routes.ts';
import { chainsQuery } from '#web/data/chains/chains.ts';
import { groupsQuery } from '#web/data/groups/groups.ts';
import { promptsQuery } from '#web/data/prompts/prompt-lists.ts';
import { useUser } from '#web/data/session/session.ts';
import { formatCount } from '#web/lib/text/format-count.ts';
import type { Command, CommandGroup } from '#web/ui/overlay/command-window.tsx';
import { MarkedExcerpt } from '#web/ui/content/marked.tsx';

/** The most prompts in the palette; the library shows the rest. */
const maxPrompts = 6;

interface LibraryCommands {
  /** The matching prompts; without a search, the newest. */
  readonly prompts: CommandGroup;
  /** Opens all matches in the library, if there are more. */
  readonly rest: Command | null;
  /** All groups and chains of the user. */
  readonly groups: CommandGroup;
  readonly chains: CommandGroup;
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
export function useLibraryCommands(
  search: string,
  onOpenPath: (path: string) => void,
): LibraryCommands {
  const user = useUser();
  const prompts = useInfiniteQuery(promptsQuery('mine', user.id, search));
  const groups = useQuery(groupsQuery(user.id));
  const chains = useQuery({ ...chainsQuery(user.id), refetchOnWindowFocus: false });

  const matches = prompts.data?.prompts ?? [];
  const command = (id: string, label: string, path: string) => ({
    id,
    label,
    run: () => onOpenPath(path),
  });
  return {
    prompts: {
      title: search === '' ? 'Newest prompts' : 'Prompts',
      commands: matches
        .slice(0, maxPrompts)
        .map(({ id, title, icon, groupName, description, preview, excerpt }) => ({
          ...command(`prompt-${id}`, title, routes.prompt(id)),
          icon: icon ?? <NotebookPen size={17} />,
          detail:
            search === '' ? undefined : (
              <MarkedExcerpt description={description} preview={preview} excerpt={excerpt} />
            ),
          hint: groupName ?? undefined,
        })),
    },
    rest:
      search === '' || matches.length <= maxPrompts
        ? null
        : {
            ...command('all-prompts', 'Show all in your library', routes.librarySearch(search)),
            icon: <LibraryBig size={17} />,
          },
    groups: {
      title: 'Groups',
      commands: (groups.data ?? []).map(({ id, name, promptCount }) => ({
        ...command(`group-${id}`, name, routes.group(id)),
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
    typoForgiven: prompts.data?.typoForgiven ?? false,
    fromOfflineCache: prompts.data?.fromOfflineCache ?? false,
    searching: prompts.isPending,
    failed: prompts.isError,
  };
}
