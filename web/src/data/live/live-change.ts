import type { Tables } from '#contract/database.types.ts';

/** The tables whose rows of the signed-in person are followed, each filtered by `user_id`. */
export const ownTables = ['prompts', 'favorites', 'groups', 'chains', 'chain_runs'] as const;
type OwnTable = (typeof ownTables)[number];

/** A committed change. A deleted row has only its key. Long values may be missing. */
export type LiveChange = {
  readonly [Table in OwnTable]: {
    readonly table: Table;
    readonly type: 'INSERT' | 'UPDATE' | 'DELETE';
    readonly row: Partial<Tables<Table>>;
  };
}[OwnTable];
