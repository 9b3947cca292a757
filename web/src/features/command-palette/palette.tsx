import { useState } from 'react';
import { CommandWindow, type Command } from '#web/ui/command-window.tsx';
import { useSettled } from '#web/lib/use-settled.ts';
import { matching, type Found } from './matching.ts';
import { useLibraryCommands } from './use-library-commands.tsx';

export interface PaletteProps {
  /** Pages to go to, and things to do, whatever is in the library. */
  readonly pages: readonly Command[];
  readonly actions: readonly Command[];
  readonly onOpenPath: (path: string) => void;
  readonly onClose: () => void;
}

/** Waits for the next letter before the server is asked, in milliseconds. */
const pause = 150;

/** One box that finds prompts, groups, chains and pages, and does things. */
export function Palette({ pages, actions, onOpenPath, onClose }: PaletteProps) {
  const [query, setQuery] = useState('');
  const words = query.trim();
  const settled = useSettled(words, pause);
  const library = useLibraryCommands(settled, onOpenPath);
  const searching = words !== settled || library.searching;

  const places: Found[] = [
    { title: 'Go to', ...matching(pages, words) },
    { title: 'Actions', ...matching(actions, words) },
  ];
  // What begins as it was typed is what was meant; else one's own words come first.
  const meant = words !== '' && places.some(({ begins }) => begins);
  const kept = words === '' || !searching ? library.groups : [];
  const groups = (meant ? [...places, ...kept] : [...kept, ...places]).filter(
    ({ commands }) => commands.length > 0,
  );
  const count = groups.reduce((sum, { commands }) => sum + commands.length, 0);
  return (
    <CommandWindow
      title="Search and commands"
      placeholder="Search prompts, groups, chains and pages"
      query={query}
      onQuery={setQuery}
      groups={groups}
      status={statusOf(words, searching, count, library.failed)}
      onClose={onClose}
    />
  );
}

function statusOf(words: string, searching: boolean, count: number, failed: boolean): string {
  if (words === '')
    return 'Type to search, or choose. tag: group: is:public has:variable used:<7d narrow it.';
  if (searching) return 'Searching…';
  if (failed) return 'Your library could not be searched. Pages and actions are still here.';
  return count === 0 ? `Nothing found for “${words}”.` : `${count} found`;
}
