import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { Folder, Link2, NotebookPen } from 'lucide-react';
import { routes } from '#contract/routes.ts';
import { chainsQuery } from '#web/data/chains.ts';
import { groupsQuery } from '#web/data/groups.ts';
import { promptsQuery } from '#web/data/prompt-lists.ts';
import { useUser } from '#web/data/session.ts';
import { countOf } from '#web/lib/count-of.ts';
import type { CommandGroup } from '#web/ui/command-window.tsx';
import { matching } from './matching.ts';

/** So many of each kind; the pages themselves have the rest. */
const mostPrompts = 6;
const mostOthers = 4;

interface LibraryCommands {
  readonly groups: readonly CommandGroup[];
  readonly searching: boolean;
  readonly failed: boolean;
}

/**
 * What the person's library has for these words: prompts found by the server, groups and chains found among all of
 * theirs. Without words, the newest prompts. An answer to other words than the present ones is never shown.
 */
export function useLibraryCommands(
  words: string,
  onOpenPath: (path: string) => void,
): LibraryCommands {
  const user = useUser();
  const prompts = useInfiniteQuery(promptsQuery('mine', user.id, words));
  const groups = useQuery(groupsQuery(user.id));
  const chains = useQuery({ ...chainsQuery(user.id), refetchOnWindowFocus: false });

  const found = (prompts.data?.prompts ?? []).slice(0, mostPrompts);
  const command = (id: string, label: string, path: string) => ({
    id,
    label,
    run: () => onOpenPath(path),
  });
  const named = [
    (groups.data ?? []).map(({ id, name, promptCount }) => ({
      ...command(`group-${id}`, name, routes.group(id)),
      icon: <Folder size={17} />,
      hint: countOf(promptCount, 'prompt'),
    })),
    (chains.data ?? []).map(({ id, title, stepCount }) => ({
      ...command(`chain-${id}`, title, routes.chain(id)),
      icon: <Link2 size={17} />,
      hint: countOf(stepCount, 'step'),
    })),
  ].map((all) => (words === '' ? [] : matching(all, words).commands.slice(0, mostOthers)));

  return {
    groups: [
      {
        title: words === '' ? 'Newest prompts' : 'Prompts',
        commands: found.map(({ id, title, icon, groupName }) => ({
          ...command(`prompt-${id}`, title, routes.prompt(id)),
          icon: icon ?? <NotebookPen size={17} />,
          hint: groupName ?? undefined,
        })),
      },
      { title: 'Groups', commands: named[0] ?? [] },
      { title: 'Chains', commands: named[1] ?? [] },
    ],
    searching: prompts.isPending,
    failed: prompts.isError,
  };
}
