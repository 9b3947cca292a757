import type { Tables } from '#contract/database.types.ts';

/** The tables whose rows of the signed-in person are followed, each filtered by `user_id`. */
export const ownTables = [
  'prompts',
  'prompt_uses',
  'favorites',
  'groups',
  'chains',
  'chain_runs',
] as const;
type OwnTable = (typeof ownTables)[number];

/** A row of the person: a group may also belong to a team, and then isn't followed. */
export type OwnRow<Table extends OwnTable> = Tables<Table> & { user_id: string };

/** Returns the columns to send of a table, unless it is all: filled-in values can be long. */
export function followedColumns(table: OwnTable): { readonly select?: string[] } {
  return table === 'prompt_uses' ? { select: ['user_id', 'prompt_id', 'used_at', 'uses'] } : {};
}

/**
 * A committed change of a row of the person. A deleted row has only its key. Long values may be
 * missing.
 */
export type LiveChange = {
  readonly [Table in OwnTable]: {
    readonly table: Table;
    readonly type: 'INSERT' | 'UPDATE' | 'DELETE';
    readonly row: Partial<OwnRow<Table>>;
  };
}[OwnTable];
