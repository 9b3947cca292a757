import { useQuery } from '@tanstack/react-query';
import { Folder, Link2, UserPlus, Users } from 'lucide-react';
import { routes } from '#contract/routes.ts';
import { formatGroupPath } from '#text/group-path.ts';
import { chainsOfOthersQuery } from '#web/data/chains/chains.ts';
import { flattenGroups } from '#web/data/groups/group-options.ts';
import { groupTree } from '#web/data/groups/group-tree.ts';
import { groupsOfTeamsQuery } from '#web/data/groups/groups.ts';
import { useMatchesElsewhere } from '#web/data/search/use-matches-elsewhere.ts';
import { useUser } from '#web/data/session/session.ts';
import type { Command, CommandGroup } from '#web/ui/overlay/command/command.ts';
import { matchCommand, maxPrompts, type CommandContext } from './prompt-command.tsx';

/** The most links to all matches of a team or of the shared prompts. */
const maxPlaces = 4;

export interface ElsewhereCommands {
  /** The matching prompts of teams, then those shared with the user alone. */
  readonly prompts: CommandGroup;
  /** Open all matches of a team or of the list of shared prompts, if there are more. */
  readonly rest: readonly Command[];
  /** The pages of the user's teams. */
  readonly teams: readonly Command[];
  /** All groups of the teams, and their chains but for the user's own. */
  readonly groups: CommandGroup;
  readonly chains: CommandGroup;
  readonly typoForgiven: boolean;
  readonly searching: boolean;
  readonly failed: boolean;
}

/**
 * Returns commands for what others share with the user, in teams or with them alone. `ownIds` are
 * the matches of the user's library, which are shown there. Without teams and shares, it sends no
 * search.
 */
export function useElsewhereCommands(
  search: string,
  ownIds: ReadonlySet<string>,
  context: CommandContext,
): ElsewhereCommands {
  const user = useUser();
  const matches = useMatchesElsewhere(search);
  const { teams } = matches;
  const teamIds = teams.map(({ id }) => id);
  const enabled = search !== '' && teams.length > 0;
  const groups = useQuery({ ...groupsOfTeamsQuery(teamIds), enabled });
  const chains = useQuery({ ...chainsOfOthersQuery(user.id, teamIds), enabled });
  const nameOfTeam = new Map(teams.map(({ id, name }) => [id, name]));
  const shown = matches.prompts.filter(({ id }) => !ownIds.has(id)).slice(0, maxPrompts);
  const shownIds = new Set([...ownIds, ...shown.map(({ id }) => id)]);
  const placesWithMore = matches.places.filter(
    ({ count, promptIds }) => count === null || promptIds.some((id) => !shownIds.has(id)),
  );

  const command = (id: string, label: string, Icon: typeof Folder, path: string) => ({
    id,
    label,
    icon: <Icon size={17} />,
    run: () => context.openPath(path),
  });
  return {
    prompts: {
      title: 'Team and shared prompts',
      commands: shown.map((prompt) => matchCommand(prompt, prompt.from, context)),
    },
    rest: placesWithMore
      .slice(0, maxPlaces)
      .map(({ teamId, where, path }) =>
        command(`all-${path}`, `Show all ${where}`, teamId === null ? UserPlus : Users, path),
      ),
    teams: teams.map(({ id, name }) => command(`team-${id}`, name, Users, routes.team(id))),
    groups: {
      title: 'Team groups',
      commands: flattenGroups(groupTree(groups.data ?? [])).map(({ id, path, teamId }) => ({
        ...command(`group-${id}`, formatGroupPath(path), Folder, routes.group(id)),
        hint: nameOfTeam.get(teamId ?? ''),
      })),
    },
    chains: {
      title: 'Team chains',
      commands: (chains.data ?? []).map(({ id, title, teamName }) => ({
        ...command(`chain-${id}`, title, Link2, routes.chain(id)),
        hint: teamName ?? undefined,
      })),
    },
    typoForgiven: matches.typoForgiven,
    searching: matches.isLoading,
    failed: matches.isError,
  };
}
