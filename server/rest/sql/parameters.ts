import type { Literal } from '#server/rest/parse/api-request.ts';
import { QuoteScanner, scanList } from '#server/rest/parse/quoted.ts';
import { refuse } from '#server/rest/rest-error.ts';

/** How the sent text of a value becomes the text of its parameter. */
export type Encoding =
  | 'plain'
  /** `*` means `%` in patterns. */
  | 'pattern'
  /** `(a,"b,c")` becomes an array. */
  | 'list';

export type ParameterSource =
  | { readonly kind: 'value'; readonly literal: Literal; readonly encoding: Encoding }
  /** All values of these slots as one array: a variadic argument. */
  | { readonly kind: 'gathered'; readonly slots: readonly number[] }
  | { readonly kind: 'body' };

function arrayElement(text: string): string {
  return `"${text.replaceAll('\\', '\\\\').replaceAll('"', '\\"')}"`;
}

function arrayOf(items: readonly string[]): string {
  return `{${items.map(arrayElement).join(',')}}`;
}

/** Reads `(a,b,"c,d")`. */
export function listItems(text: string): readonly string[] {
  const trimmed = text.trim();
  const list = trimmed.startsWith('(') ? scanList(trimmed, 1, new QuoteScanner(trimmed)) : null;
  if (list !== null && list.end < trimmed.length) {
    throw refuse.syntax(
      `"failed to parse filter (in.${text})" (line 1, column ${4 + list.end})`,
      `unexpected ${JSON.stringify(trimmed[list.end])} expecting end of input`,
    );
  }
  if (list === null) {
    const isOpen = trimmed.startsWith('(');
    const unexpected = isOpen || trimmed === '' ? 'end of input' : JSON.stringify(trimmed[0]);
    // An unclosed list ends where the text does, behind `in.`.
    const column = isOpen ? 4 + text.length : 4;
    throw refuse.syntax(
      `"failed to parse filter (in.${text})" (line 1, column ${column})`,
      `unexpected ${unexpected} expecting ${isOpen ? '"," or ")"' : '"("'}`,
    );
  }
  return list.items.length === 1 && list.items[0] === '' ? [] : list.items;
}

function encode(text: string, encoding: Encoding): string {
  switch (encoding) {
    case 'plain':
      return text;
    case 'pattern':
      return text.replaceAll('*', '%');
    case 'list':
      return arrayOf(listItems(text));
  }
}

/** The parameters of a statement from the values and the body of one request. */
export function bindParameters(
  sources: readonly ParameterSource[],
  values: readonly string[],
  body: string | null,
): readonly (string | null)[] {
  return sources.map((source) => {
    switch (source.kind) {
      case 'body':
        return body;
      case 'gathered':
        return arrayOf(source.slots.map((slot) => values[slot] ?? ''));
      case 'value': {
        const { literal, encoding } = source;
        return encode(
          literal.kind === 'text' ? literal.text : (values[literal.slot] ?? ''),
          encoding,
        );
      }
    }
  });
}

/**
 * Most conditions of a statement. What is said of an embed is written wherever it is asked whether the embed has rows,
 * so that a short request, in which embeds ask for each other, would become a statement without end.
 */
const mostConditions = 15_000;

/** Collects the parameters while a statement is written. */
export class Parameters {
  readonly sources: ParameterSource[] = [];
  #conditions = 0;
  readonly #numbers = new Map<string, number>();

  /** `$n`, the same for the same source; without a type PostgreSQL infers it from where it stands. */
  add(source: ParameterSource, type: string | null): string {
    const key = JSON.stringify([source, type]);
    let number = this.#numbers.get(key);
    if (number === undefined) {
      number = this.sources.push(source);
      this.#numbers.set(key, number);
    }
    return type === null ? `$${number}` : `$${number}::${type}`;
  }

  /** One more condition is written. */
  countCondition(): void {
    this.#conditions += 1;
    if (this.#conditions > mostConditions) {
      throw refuse.syntax('Too many conditions', `at most ${mostConditions}`);
    }
  }

  value(literal: Literal, type: string | null, encoding: Encoding = 'plain'): string {
    return this.add({ kind: 'value', literal, encoding }, type);
  }
}
