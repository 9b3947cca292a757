import type { Team } from '#web/data/teams/teams.ts';
import type { Notation } from '#web/lib/variables/placeholders.ts';
import type { PreparedSource, RefusedFile } from './prepare-files.ts';

/** A team to import into. */
export type ImportTeam = Pick<Team, 'id' | 'name'>;

/** A file that was read and compared with the library. */
export interface SourcePreview extends PreparedSource {
  /** The fingerprints of its prompts that are already in the library. */
  readonly libraryFingerprints: ReadonlySet<string>;
}

/** All files that were chosen together. */
export interface ImportPreview {
  /** Names this choice of files, for what is cached of it. */
  readonly id: string;
  /** The team whose library they were compared with; null for the person's own library. */
  readonly team: ImportTeam | null;
  readonly sources: readonly SourcePreview[];
  /** The files that can't be read, with reasons. */
  readonly refused: readonly RefusedFile[];
  /** The bytes of attached files, by their paths in the export. */
  readonly attached: ReadonlyMap<string, Blob>;
}

/** Returns what texts call the library that an import goes to. */
export function libraryName(team: ImportTeam | null): string {
  return team?.name ?? 'your library';
}

/** The person's choices for an import. */
export interface ImportChoices {
  /** Import prompts that are already in the library. */
  readonly includeExisting: boolean;
  /** Keep public prompts public. */
  readonly publish: boolean;
  /** The notations of other tools to convert into variables. */
  readonly variables: ReadonlySet<Notation>;
  /** The name of the group for prompts without one; empty for none. */
  readonly group: string;
  /** Tags for every imported prompt. */
  readonly tags: readonly string[];
}
