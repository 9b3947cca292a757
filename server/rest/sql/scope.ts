import { quoteIdentifier } from './identifiers.ts';
import type { Parameters } from './parameters.ts';
import type { Aggregate } from '#server/rest/plan/read-plan.ts';

/** The names in scope around a subquery, quoted; a subquery must not take one of them. */
export interface Place {
  readonly parameters: Parameters;
  readonly taken: readonly string[];
  readonly depth: number;
}

/** Where the parent's columns can be read from, for the join of an embed. */
export interface Parent {
  column(name: string): string;
  /** The whole row, for computed relationships. */
  row(): string;
}

export function freeName(place: Place, wanted: string): string {
  let name = quoteIdentifier(wanted);
  for (let count = 2; place.taken.includes(name); count += 1) {
    name = quoteIdentifier(`${wanted}_${count}`);
  }
  return name;
}

export function within(place: Place, name: string): Place {
  return { ...place, taken: [...place.taken, name] };
}

/** A row that is directly in scope: its columns by name. */
export function rowAsParent(row: string): Parent {
  return { column: (name) => `${row}.${quoteIdentifier(name)}`, row: () => row };
}

/** The place at the top of a statement. */
export function topPlace(parameters: Parameters, taken: readonly string[]): Place {
  return { parameters, taken, depth: 0 };
}

/**
 * A name for a whole row that none of its columns has: in `json_agg(name)` a column would win over the row, and
 * clients choose the names of columns.
 */
export function rowAlias(wanted: string, columns: readonly string[] | null): string {
  let name = wanted;
  while (columns?.includes(name)) name += '_';
  return name;
}

export interface Written {
  /** The query. */
  readonly sql: string;
  /** The columns of its rows; null when only PostgreSQL knows them. */
  readonly names: readonly string[] | null;
}

/** One thing to show: its key, and its expression. */
export interface Piece {
  /** Null for a `*` that only PostgreSQL can spell out. */
  readonly name: string | null;
  readonly sql: string;
  /** What is made of it over all rows of a group. */
  readonly aggregate: Aggregate | null;
}
