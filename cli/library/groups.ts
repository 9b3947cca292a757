import { foldPath, folderName } from '#text/file-names.ts';
import {
  formatGroupPath,
  type GroupPlace,
  groupsOnPath,
  parseGroupPath,
} from '#text/group-path.ts';
import { CliError } from '../cli-error.ts';
import { oneLine } from '../plain-text.ts';

/** A group of the person, or of a team of theirs. */
export interface Group extends GroupPlace {
  /** Null for the person's own. */
  readonly teamId: string | null;
}

export interface Team {
  readonly id: string;
  readonly name: string;
}

/** The group and the team of a prompt. */
export interface PromptLocation {
  readonly groupId: string | null;
  readonly teamId: string | null;
}

/** A location that has a path. */
interface NamedLocation extends PromptLocation {
  /** Names from the top; for one of a team, the team's name comes first. */
  readonly names: readonly string[];
}

const maxListed = 10;

/** The groups that a person may read, by their paths. */
export class Groups {
  readonly #own: readonly NamedLocation[];
  readonly #teams: readonly NamedLocation[];

  constructor(groups: readonly Group[], teams: readonly Team[]) {
    const teamNames = new Map(teams.map(({ id, name }) => [id, name]));
    const locations = groups.map(({ id, teamId }) => {
      const names = groupsOnPath(groups, id).map(({ name }) => name.trim());
      const team = teamId === null ? [] : [teamNames.get(teamId) ?? ''];
      return { groupId: id, teamId, names: [...team, ...names] };
    });
    this.#own = locations.filter(({ teamId }) => teamId === null);
    this.#teams = [
      ...teams.map(({ id, name }) => ({ groupId: null, teamId: id, names: [name] })),
      ...locations.filter(({ teamId }) => teamId !== null),
    ];
  }

  /**
   * Returns the id of the group that a text names: its path, the end of its path, or its id. A group
   * whose whole path it is comes before one whose path ends in it.
   */
  find(text: string, { isTeams }: { readonly isTeams: boolean }): string {
    const locations = (isTeams ? this.#teams : this.#own).filter(({ groupId }) => groupId !== null);
    const wanted = parseGroupPath(text);
    const key = keyOf(wanted);
    const ending = locations.filter(
      ({ names }) =>
        (wanted.length > 0 && keyOf(names.slice(-wanted.length)) === key) ||
        keyOf(names.slice(-1)) === keyOf([text.trim()]),
    );
    const whole = ending.filter(({ names }) => keyOf(names) === key);
    const exact = whole.filter(({ names }) => formatGroupPath(names) === formatGroupPath(wanted));
    const byId = locations.filter(({ groupId }) => groupId === text);
    const found = [byId, ending, whole, exact].find(({ length }) => length === 1)?.[0]?.groupId;
    if (found != null) return found;
    throw new CliError(
      ending.length === 0 ? this.#missing(text, isTeams) : ambiguous(text, ending),
    );
  }

  /** Returns the names of the folders for the file of a prompt; none for one in no group. */
  foldersOf({ groupId, teamId }: PromptLocation): readonly string[] {
    const locations = teamId === null ? this.#own : this.#teams;
    return (
      locations.find((location) => location.groupId === groupId && location.teamId === teamId)
        ?.names ?? []
    );
  }

  /** Returns the path of a prompt's group; null for one in no group. */
  pathOf(location: PromptLocation): string | null {
    const names = location.groupId === null ? [] : this.foldersOf(location);
    return names.length === 0 ? null : formatGroupPath(names);
  }

  /**
   * Returns the location whose prompts have their files in a folder; null for a folder of the person.
   * A team's folder is its location only where prompts of teams were pulled. Elsewhere, it might be a
   * folder of the same name, and a new prompt in it private.
   */
  locationOf(folder: string, { isTeams }: { readonly isTeams: boolean }): PromptLocation | null {
    const locations = (isTeams ? this.#teams : this.#own).filter(
      ({ names }) => foldPath(names.map(folderName).join('/')) === foldPath(folder),
    );
    if (locations.length > 1) {
      throw new CliError(
        `Several groups have the folder ${oneLine(folder)}. Push the file from another folder, or rename one of the groups.`,
      );
    }
    return locations[0] ?? null;
  }

  #missing(text: string, isTeams: boolean): string {
    const others = isTeams ? this.#own : this.#teams;
    const key = keyOf(parseGroupPath(text));
    const isElsewhere = others.some(
      ({ names, groupId }) => groupId !== null && keyOf(names).endsWith(key),
    );
    if (!isElsewhere) return `There is no group ${JSON.stringify(text)}.`;
    return isTeams
      ? `There is no group ${JSON.stringify(text)} of a team, but one of your own: leave --team out.`
      : `There is no group ${JSON.stringify(text)} of your own, but one of a team: add --team.`;
  }
}

/** Returns a key that is the same whatever the case and the composition of letters. */
function keyOf(names: readonly string[]): string {
  return `/${formatGroupPath(names).normalize().toLowerCase()}`;
}

function ambiguous(text: string, locations: readonly NamedLocation[]): string {
  const paths = locations.map(({ names }) => formatGroupPath(names));
  const isDistinct = new Set(paths).size === paths.length;
  const listed = locations
    .slice(0, maxListed)
    .map(
      ({ groupId }, index) => `${oneLine(paths[index] ?? '')}${isDistinct ? '' : ` (${groupId})`}`,
    );
  if (locations.length > maxListed) listed.push(`${locations.length - maxListed} more`);
  const way = isDistinct ? 'Give a longer path' : 'Give the id of one';
  return `There are several groups ${JSON.stringify(text)}: ${listed.join(', ')}. ${way}.`;
}
