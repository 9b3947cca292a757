import type { Literal } from '#server/rest/parse/api-request.ts';
import { QuoteScanner, scanList } from '#server/rest/parse/quoted.ts';
import { refuse } from '#server/rest/rest-error.ts';

/** The conversion of a value as sent to the text of its parameter. */
export type Encoding =
  | 'plain'
  /** `*` means `%` in patterns. */
  | 'pattern'
  /** A regular expression. */
  | 'regex'
  /** `(a,"b,c")` becomes an array. */
  | 'list';

export type ParameterSource =
  | { readonly kind: 'value'; readonly literal: Literal; readonly encoding: Encoding }
  /** The values of these slots as one array, for a variadic argument. */
  | { readonly kind: 'variadic'; readonly slots: readonly number[] }
  /** The values of these entries as one JSON object. */
  | {
      readonly kind: 'object';
      readonly entries: readonly { readonly name: string; readonly value: Literal }[];
    }
  | { readonly kind: 'body' };

function arrayElement(text: string): string {
  return `"${text.replaceAll('\\', '\\\\').replaceAll('"', '\\"')}"`;
}

function arrayText(items: readonly string[]): string {
  return `{${items.map(arrayElement).join(',')}}`;
}

/** Parses `(a,b,"c,d")`. */
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
    case 'regex':
      return text;
    case 'pattern':
      return text.replaceAll('*', '%');
    case 'list':
      return arrayText(listItems(text));
  }
}

function literalText(literal: Literal, values: readonly string[]): string {
  return literal.kind === 'text' ? literal.text : (values[literal.slot] ?? '');
}

/** The most characters of a regular expression. PostgreSQL may need any time for a longer one. */
const maxRegexLength = 256;

/** Throws if a regular expression of the request is too long. */
export function requireShortRegexes(
  sources: readonly ParameterSource[],
  values: readonly string[],
): void {
  for (const source of sources) {
    if (source.kind !== 'value' || source.encoding !== 'regex') continue;
    if (literalText(source.literal, values).length > maxRegexLength) {
      throw refuse.longRegex(maxRegexLength);
    }
  }
}

/** Returns the parameters of a statement for the values and the body of one request. */
export function bindParameters(
  sources: readonly ParameterSource[],
  values: readonly string[],
  body: string | null,
): readonly (string | null)[] {
  return sources.map((source) => {
    switch (source.kind) {
      case 'body':
        return body;
      case 'variadic':
        return arrayText(source.slots.map((slot) => values[slot] ?? ''));
      case 'object': {
        const entries = source.entries.map(({ name, value }) => [name, literalText(value, values)]);
        return JSON.stringify(Object.fromEntries(entries));
      }
      case 'value':
        return encode(literalText(source.literal, values), source.encoding);
    }
  });
}

/**
 * The most conditions of a statement. Each test whether an embed has rows repeats the embed's own
 * conditions. A short request whose embeds test each other could grow exponentially.
 */
const maxConditions = 15_000;

/** Collects the parameters while a statement is built. */
export class Parameters {
  readonly sources: ParameterSource[] = [];
  #conditions = 0;
  readonly #numbers = new Map<string, number>();

  /** Returns `$n`, the same for the same source. Without a type, PostgreSQL infers it. */
  add(source: ParameterSource, type: string | null): string {
    const key = JSON.stringify([source, type]);
    let number = this.#numbers.get(key);
    if (number === undefined) {
      number = this.sources.push(source);
      this.#numbers.set(key, number);
    }
    return type === null ? `$${number}` : `$${number}::${type}`;
  }

  /** Counts one more condition. Throws if the statement has too many. */
  countCondition(): void {
    this.#conditions += 1;
    if (this.#conditions > maxConditions) {
      throw refuse.syntax('Too many conditions', `at most ${maxConditions}`);
    }
  }

  value(literal: Literal, type: string | null, encoding: Encoding = 'plain'): string {
    return this.add({ kind: 'value', literal, encoding }, type);
  }
}
