import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { routes, searchPath } from '#contract/routes.ts';
import type { PromptSummary } from '#web/data/prompts/prompt.ts';
import { useUser } from '#web/data/session/session.ts';
import { hasSharesQuery, sharedPromptsQuery } from '#web/data/shares/shared-prompts.ts';
import { promptsOfTeamsQuery } from '#web/data/teams/team-prompts.ts';
import { teamsQuery, type Team } from '#web/data/teams/teams.ts';
import { sharedFrom } from './shared-from.ts';
import { uniqueById } from '#web/lib/values/unique-by-id.ts';

/** A prompt that a search found outside of the user's own library. */
interface MatchElsewhere extends PromptSummary {
  /** The team that shares it, or who does. */
  readonly from: string;
}

/** A page that shows all matches of a team, or those shared with the user alone. */
interface PlaceOfMatches {
  /** Null for prompts shared with the user alone. */
  readonly teamId: string | null;
  /** Such as 'in Design'. */
  readonly where: string;
  readonly path: string;
  /** Null if there is more than one page. */
  readonly count: number | null;
  /** The ids of the first page. */
  readonly promptIds: readonly string[];
}

interface MatchesElsewhere {
  /** Best first: of teams, then shared with the user alone. */
  readonly prompts: readonly MatchElsewhere[];
  readonly places: readonly PlaceOfMatches[];
  readonly typoForgiven: boolean;
  readonly isLoading: boolean;
  readonly isError: boolean;
  readonly teams: readonly Team[];
}

const noTeams: readonly Team[] = [];

/**
 * Searches the prompts of the user's teams and those that are shared with them. Sends nothing for
 * an empty search, and no search to where there is nothing: no team, no share.
 */
export function useMatchesElsewhere(search: string, isEnabled = true): MatchesElsewhere {
  const user = useUser();
  const isSearch = isEnabled && search !== '';
  const myTeams = useQuery({ ...teamsQuery(user.id), enabled: isEnabled });
  const hasShares = useQuery({ ...hasSharesQuery(user.id), enabled: isEnabled });
  const teams = myTeams.data ?? noTeams;
  const ofTeams = useInfiniteQuery({
    ...promptsOfTeamsQuery(user.id, search),
    enabled: isSearch && teams.length > 0,
  });
  const shared = useInfiniteQuery({
    ...sharedPromptsQuery(user.id, search),
    enabled: isSearch && hasShares.data === true,
  });

  // Close matches count only if there are no exact ones.
  const searches = [ofTeams, shared];
  const hasExact = searches.some(
    ({ data }) => data?.typoForgiven === false && data.prompts.length > 0,
  );
  const matchesOf = ({ data }: typeof ofTeams) =>
    data === undefined || (hasExact && data.typoForgiven) ? [] : data.prompts;
  const found = uniqueById([...matchesOf(ofTeams), ...matchesOf(shared)]);
  const byTeam = Map.groupBy(matchesOf(ofTeams), ({ teamId }) => teamId);
  const places = [
    ...teams.map(({ id, name }) => ({
      teamId: id,
      where: `in ${name}`,
      path: searchPath(routes.team(id), search),
      found: byTeam.get(id) ?? [],
      hasMore: ofTeams.hasNextPage,
    })),
    {
      teamId: null,
      where: 'shared with you',
      path: searchPath(routes.shared, search),
      found: matchesOf(shared),
      hasMore: shared.hasNextPage,
    },
  ];
  return {
    prompts: found.map((prompt) => ({
      ...prompt,
      from: sharedFrom(prompt, teams),
    })),
    places: places
      .filter((place) => place.found.length > 0)
      .map(({ teamId, where, path, found: here, hasMore }) => ({
        teamId,
        where,
        path,
        count: hasMore ? null : here.length,
        promptIds: here.map(({ id }) => id),
      })),
    typoForgiven: !hasExact && found.length > 0,
    // Own matches don't wait for a second try.
    isLoading:
      isSearch &&
      [myTeams, hasShares, ...searches].some((each) => each.isLoading && each.failureCount === 0),
    isError: searches.some((each) => each.isError),
    teams,
  };
}
