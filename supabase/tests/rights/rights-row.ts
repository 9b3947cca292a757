/**
 * The rights of each caller to each table and function of the API.
 *
 * A row is a statement, and the callers whom it serves. All others must be refused, or reach no row.
 * In the statement, {name} is an id or a value of the {@link RightsWorld}, and {me} the caller's id
 * (ann's for anon, the service role and tokens). Callers are names of rights-world.ts or {@link sets}
 * of them. `name:CODE` expects an error for a reason other than rights.
 */
export type RightsRow = readonly [statement: string, allowed: string];

/** Sets of callers, by the name that rows use. */
export const sets: Readonly<Record<string, string>> = {
  everybody: 'people anon service tokens',
  people: 'ann others',
  others: 'olga ed vic fay ivy val eve pia rob sam',
  tokens: 'reading elsewhere in_team',
};

export const into = (table: string, columns: string, values: string) =>
  `insert into ${table} (${columns}) values (${values})`;
