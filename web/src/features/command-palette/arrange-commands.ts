import type { Command, CommandGroup } from '#web/ui/overlay/command/command.ts';
import { matchCommands } from './match-commands.ts';
import type { ElsewhereCommands } from './use-elsewhere-commands.tsx';
import type { LibraryCommands } from './use-library-commands.tsx';

/** The most groups and chains in the palette; their pages show the rest. */
const maxNamed = 4;

/** The most teams before something is typed, as in the sidebar. */
const maxTeams = 8;

interface Sources {
  /** The normalized search. */
  readonly search: string;
  /** Whether matches of this search are still awaited. */
  readonly searching: boolean;
  readonly pages: readonly Command[];
  readonly actions: readonly Command[];
  readonly library: LibraryCommands;
  readonly elsewhere: ElsewhereCommands;
  /** Values for the filter that is being typed. */
  readonly filterValues: CommandGroup;
  /** The start of such a value, as typed; null if no filter is being typed. */
  readonly typedValue: string | null;
}

interface ArrangedCommands {
  /** The groups that have commands, in the order of the list. */
  readonly groups: readonly CommandGroup[];
  /** The number of commands, besides those that open all matches of a search. */
  readonly count: number;
  /** Whether there are more matches than the palette shows. */
  readonly hasMore: boolean;
  /** Whether no command matches exactly, so that those with one typo are shown. */
  readonly forgiving: boolean;
  /** Whether prompts are shown that match but for a typo. */
  readonly showsClosePrompts: boolean;
  /** Whether what is shown first stays first, whatever the search still finds. */
  readonly isFirstSettled: boolean;
}

/** Arranges the commands of the palette that match a search. */
export function arrangeCommands(sources: Sources): ArrangedCommands {
  const { search, searching, library, elsewhere, filterValues, typedValue } = sources;
  const teams = search === '' ? elsewhere.teams.slice(0, maxTeams) : elsewhere.teams;
  const fixedGroups: CommandGroup[] = [
    { title: 'Go to', commands: [...sources.pages, ...teams] },
    { title: 'Actions', commands: sources.actions },
  ];
  const namedGroups =
    search === '' ? [] : [library.groups, elsewhere.groups, library.chains, elsewhere.chains];
  const found = searching
    ? []
    : [library, elsewhere].filter((each) => !isEmpty(each.prompts) || each.rest.length > 0);
  const exact = found.filter(({ typoForgiven }) => !typoForgiven);
  // Close matches of one are left out if the other has exact ones.
  const shown = exact.length > 0 ? exact : found;
  const matchesExactly = (group: CommandGroup, text: string) =>
    !isEmpty(matchCommands(group, text, false));
  const hasExactMatch =
    exact.length > 0 ||
    (typedValue !== null && matchesExactly(filterValues, typedValue)) ||
    [...fixedGroups, ...namedGroups, library.tags].some((group) => matchesExactly(group, search));
  const forgiving = !searching && !hasExactMatch;
  const match = (group: CommandGroup) => matchCommands(group, search, forgiving);
  const fixed = fixedGroups.map(match);
  const own: CommandGroup[] = [
    ...shown.map(({ prompts: { title, commands }, rest }) => ({
      title,
      commands: [...commands, ...rest],
    })),
    ...(searching ? [] : namedGroups.map(match)).map(({ title, commands }) => ({
      title,
      commands: commands.slice(0, maxNamed),
    })),
    library.tags,
  ];
  // A page or an action that starts with the search is probably meant; otherwise the library comes
  // first.
  const hasPrefixMatch = search !== '' && fixed.some((group) => group.hasPrefixMatch);
  const groups = [
    filterValues,
    ...(hasPrefixMatch ? [...fixed, ...own] : [...own, ...fixed]),
  ].filter((group) => !isEmpty(group));
  const moreCount = shown.reduce((sum, { rest }) => sum + rest.length, 0);
  return {
    groups,
    count: groups.reduce((sum, { commands }) => sum + commands.length, 0) - moreCount,
    hasMore: moreCount > 0,
    forgiving,
    showsClosePrompts: found.length > 0 && exact.length === 0,
    isFirstSettled: !searching || hasPrefixMatch || !isEmpty(filterValues),
  };
}

function isEmpty({ commands }: CommandGroup): boolean {
  return commands.length === 0;
}
