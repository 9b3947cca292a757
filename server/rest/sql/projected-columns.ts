import { quoteIdentifier } from './identifiers.ts';
import { type Parent, wholeRow } from './sql-scope.ts';

/** The columns that a base query projects for its outer query: each expression once, as `_n`. */
export class ProjectedColumns {
  readonly #expressions = new Map<string, string>();
  readonly #row: string;
  readonly base: string;

  constructor(row: string, base: string) {
    this.#row = row;
    this.base = base;
  }

  /** Adds an expression and returns its column, as the outer query names it. */
  add(expression: string): string {
    let name = this.#expressions.get(expression);
    if (name === undefined) {
      name = `_${this.#expressions.size + 1}`;
      this.#expressions.set(expression, name);
    }
    return `${this.base}.${name}`;
  }

  asParent(): Parent {
    return {
      column: (name) => this.add(`${this.#row}.${quoteIdentifier(name)}`),
      row: (type) => this.add(wholeRow(this.#row, type)),
    };
  }

  selectListSql(): string {
    const columns = [...this.#expressions].map(([sql, name]) => `${sql} AS ${name}`);
    return columns.length === 0 ? '1 AS _0' : columns.join(', ');
  }
}
