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

/** So many prompts; the library has the rest. */
const mostPrompts = 6;

interface LibraryCommands {
  /** Those that the server has found; without words, the newest. */
  readonly prompts: CommandGroup;
  /** Leads to all that were found, where those are more. */
  readonly rest: Command | null;
  /** All groups and chains of the person. */
  readonly groups: CommandGroup;
  readonly chains: CommandGroup;
  readonly typoForgiven: boolean;
  /** Without a line, only what was seen last was searched. */
  readonly fromSeen: boolean;
  readonly searching: boolean;
  readonly failed: boolean;
}

/** What the person's library has for these words. An answer to other words than the present ones is never shown. */
export function useLibraryCommands(
  words: string,
  onOpenPath: (path: string) => void,
): LibraryCommands {
  const user = useUser();
  const prompts = useInfiniteQuery(promptsQuery('mine', user.id, words));
  const groups = useQuery(groupsQuery(user.id));
  const chains = useQuery({ ...chainsQuery(user.id), refetchOnWindowFocus: false });

  const found = prompts.data?.prompts ?? [];
  const command = (id: string, label: string, path: string) => ({
    id,
    label,
    run: () => onOpenPath(path),
  });
  return {
    prompts: {
      title: words === '' ? 'Newest prompts' : 'Prompts',
      commands: found
        .slice(0, mostPrompts)
        .map(({ id, title, icon, groupName, description, preview, excerpt }) => ({
          ...command(`prompt-${id}`, title, routes.prompt(id)),
          icon: icon ?? <NotebookPen size={17} />,
          detail:
            words === '' ? undefined : (
              <MarkedExcerpt description={description} preview={preview} excerpt={excerpt} />
            ),
          hint: groupName ?? undefined,
        })),
    },
    rest:
      words === '' || found.length <= mostPrompts
        ? null
        : {
            ...command('all-prompts', 'Show all in the library', routes.librarySearch(words)),
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
    fromSeen: prompts.data?.fromOfflineCache ?? false,
    searching: prompts.isPending,
    failed: prompts.isError,
  };
}
