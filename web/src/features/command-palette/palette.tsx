import { useState } from 'react';
import { formatCount } from '#web/lib/text/format-count.ts';
import { normalizeSearch, invalidFilter } from '#web/lib/search/parse-search.ts';
import { useDebouncedValue } from '#web/lib/react/use-debounced-value.ts';
import { modifierKey } from '#web/lib/react/modifier-key.ts';
import { CommandWindow, type Command, type CommandGroup } from '#web/ui/overlay/command-window.tsx';
import { matchCommands } from './match-commands.ts';
import { useLibraryCommands, type PromptCommands } from './use-library-commands.tsx';

export interface PaletteProps {
  /** Commands that don't depend on the library. */
  readonly pages: readonly Command[];
  readonly actions: readonly Command[];
  readonly onOpenPath: (path: string) => void;
  readonly onClose: () => void;
  readonly promptCommands: PromptCommands;
}

/** The most groups and chains in the palette; their pages show the rest. */
const maxNamed = 4;

/** The command palette: finds prompts, groups, chains and pages, and runs actions. */
export function Palette({ pages, actions, promptCommands, onOpenPath, onClose }: PaletteProps) {
  const [query, setQuery] = useState('');
  const search = normalizeSearch(query);
  const debouncedSearch = useDebouncedValue(search);
  const library = useLibraryCommands(debouncedSearch, onOpenPath, promptCommands);
  const searching = search !== debouncedSearch || library.searching;

  const fixedGroups: CommandGroup[] = [
    { title: 'Go to', commands: pages },
    { title: 'Actions', commands: actions },
  ];
  const namedGroups = search === '' ? [] : [library.groups, library.chains];
  const prompts = searching ? [] : library.prompts.commands;
  const hasExactMatch = [...fixedGroups, ...namedGroups, library.tags].some(
    (group) => !isEmpty(matchCommands(group, search, false)),
  );
  const forgiving = !searching && (prompts.length === 0 || library.typoForgiven) && !hasExactMatch;
  const match = (group: CommandGroup) => matchCommands(group, search, forgiving);
  const fixed = fixedGroups.map(match);
  const own: CommandGroup[] = [
    {
      title: library.prompts.title,
      commands: searching || !library.rest ? prompts : [...prompts, library.rest],
    },
    ...(searching ? [] : namedGroups.map(match)).map(({ title, commands }) => ({
      title,
      commands: commands.slice(0, maxNamed),
    })),
    library.tags,
  ];
  // A page or an action that starts with the search is probably meant; otherwise the library comes
  // first.
  const hasPrefixMatch = search !== '' && fixed.some((group) => group.hasPrefixMatch);
  const groups = (hasPrefixMatch ? [...fixed, ...own] : [...own, ...fixed]).filter(
    (group) => !isEmpty(group),
  );
  return (
    <CommandWindow
      title="Search and commands"
      placeholder="Search prompts, groups, chains and pages"
      query={query}
      onQuery={setQuery}
      groups={groups}
      nearly={library.typoForgiven || forgiving}
      status={statusOf()}
      onClose={onClose}
    />
  );

  function statusOf(): string {
    if (search === '') {
      return `Enter opens, ${modifierKey} Enter copies, Tab shows more. Narrow with #tag group: is: has: used:`;
    }
    if (searching) return 'Searching…';
    if (library.failed) {
      return 'Your library could not be searched. Pages and actions still work.';
    }
    const count = groups.reduce((sum, { commands }) => sum + commands.length, 0);
    if (count === 0) return invalidFilter(search) ?? `Nothing found for “${search}”.`;
    if (library.fromOfflineCache)
      return `Offline: ${count} found among the prompts saved on this device`;
    if (library.rest) return `Showing ${count - 1}. Your library has more.`;
    const nearly = library.typoForgiven || forgiving;
    return nearly
      ? `No exact matches. Showing ${formatCount(count, 'close match', 'close matches')}.`
      : `${count} found`;
  }
}

function isEmpty({ commands }: CommandGroup): boolean {
  return commands.length === 0;
}
