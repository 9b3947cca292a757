import { quoteIdentifier } from './identifiers.ts';
import type { Parent } from './scope.ts';

/** The columns that a base query hands to the query around it: each expression once, under `_n`. */
export class Handed {
  readonly #expressions = new Map<string, string>();
  readonly #row: string;
  readonly base: string;

  constructor(row: string, base: string) {
    this.#row = row;
    this.base = base;
  }

  take(expression: string): string {
    let name = this.#expressions.get(expression);
    if (name === undefined) {
      name = `_${this.#expressions.size + 1}`;
      this.#expressions.set(expression, name);
    }
    return `${this.base}.${name}`;
  }

  asParent(): Parent {
    return {
      column: (name) => this.take(`${this.#row}.${quoteIdentifier(name)}`),
      row: () => this.take(this.#row),
    };
  }

  list(): string {
    const listed = [...this.#expressions].map(([sql, name]) => `${sql} AS ${name}`);
    return listed.length === 0 ? '1 AS _0' : listed.join(', ');
  }
}
