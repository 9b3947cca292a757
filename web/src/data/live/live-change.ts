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

/** Returns the columns to send of a table, unless it is all: filled-in values can be long. */
export function followedColumns(table: OwnTable): { readonly select?: string[] } {
  return table === 'prompt_uses' ? { select: ['user_id', 'prompt_id', 'used_at', 'uses'] } : {};
}

/** A committed change. A deleted row has only its key. Long values may be missing. */
export type LiveChange = {
  readonly [Table in OwnTable]: {
    readonly table: Table;
    readonly type: 'INSERT' | 'UPDATE' | 'DELETE';
    readonly row: Partial<Tables<Table>>;
  };
}[OwnTable];
