import { useState } from 'react';
import { normalizeSearch, invalidFilter } from '#web/lib/search/parse-search.ts';
import { useDebouncedValue } from '#web/lib/react/use-debounced-value.ts';
import { CommandWindow, type Command, type CommandGroup } from '#web/ui/overlay/command-window.tsx';
import { matching, type Found } from './matching.ts';
import { useLibraryCommands } from './use-library-commands.tsx';

export interface PaletteProps {
  /** Pages to go to, and things to do, whatever is in the library. */
  readonly pages: readonly Command[];
  readonly actions: readonly Command[];
  readonly onOpenPath: (path: string) => void;
  readonly onClose: () => void;
}

/** So many groups, and so many chains; their pages have the rest. */
const mostNamed = 4;

/** One box that finds prompts, groups, chains and pages, and does things. */
export function Palette({ pages, actions, onOpenPath, onClose }: PaletteProps) {
  const [query, setQuery] = useState('');
  const words = normalizeSearch(query);
  const settled = useDebouncedValue(words);
  const library = useLibraryCommands(settled, onOpenPath);
  const searching = words !== settled || library.searching;

  const held: CommandGroup[] = [
    { title: 'Go to', commands: pages },
    { title: 'Actions', commands: actions },
    ...(words === '' ? [] : [library.groups, library.chains]),
  ];
  const answer = searching ? [] : library.prompts.commands;
  const exactly = found(held, words, false);
  const forgiving =
    !searching && (answer.length === 0 || library.typoForgiven) && exactly.every(isEmpty);
  const [goTo, doing, ...named] = forgiving ? found(held, words, true) : exactly;
  const places = [goTo, doing].filter((each) => each !== undefined);
  // What begins as it was typed is what was meant; else one's own words come first.
  const meant = words !== '' && places.some(({ begins }) => begins);
  const own: CommandGroup[] = [
    {
      title: library.prompts.title,
      commands: searching || !library.rest ? answer : [...answer, library.rest],
    },
    ...(searching ? [] : named).map(({ title, commands }) => ({
      title,
      commands: commands.slice(0, mostNamed),
    })),
  ];
  const groups = (meant ? [...places, ...own] : [...own, ...places]).filter(
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
    if (words === '') {
      return 'Type to search, or choose. tag: group: is:public has:variable used:<7d narrow it.';
    }
    if (searching) return 'Searching…';
    if (library.failed) {
      return 'Your library could not be searched. Pages and actions are still here.';
    }
    const count = groups.reduce((sum, { commands }) => sum + commands.length, 0);
    if (count === 0) return invalidFilter(words) ?? `Nothing found for “${words}”.`;
    if (library.fromSeen) return `${count} found among what was seen last on this device`;
    if (library.rest) return `${count - 1} shown; the library has more`;
    return library.typoForgiven || forgiving ? `${count} close to it` : `${count} found`;
  }
}

function found(lists: readonly CommandGroup[], words: string, forgiving: boolean): Found[] {
  return lists.map(({ title, commands }) => ({ title, ...matching(commands, words, forgiving) }));
}

function isEmpty({ commands }: CommandGroup): boolean {
  return commands.length === 0;
}
