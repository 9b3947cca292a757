/**
 * Splits a query string into its shape and its values. The shape (names, operators, select, order,
 * …) decides the plan; the values are parameters of the statement. Requests with one shape share
 * one plan, so a repeated request needs no further parsing.
 */
import { refuse } from '#server/rest/rest-error.ts';
import { startsWithOperator } from './filter.ts';
import { scanQuoted } from './quoted.ts';

export interface Parameter {
  readonly name: string;
  /** The part that belongs to the shape: the whole value, or if `slot` is set, the operator. */
  readonly text: string;
  /** The index in `values` of the operand. */
  readonly slot: number | null;
}

export interface SplitQuery {
  /** Equal for equal shapes; null if control characters would make it ambiguous. */
  readonly shape: string | null;
  readonly parameters: readonly Parameter[];
  readonly values: readonly string[];
}

const maxLength = 32_768;

const operatorHead =
  /^(?:not\.)?(?:in\.|(?:(?:eq|gte?|lte?|i?like|i?match)(?:\((?:any|all)\))?|neq|isdistinct|cs|cd|ov|sl|sr|nxr|nxl|adj|(?:pl|ph|w)?fts(?:\([\p{L}\p{N}_ $]+\))?)\.)/u;

// oxlint-disable-next-line no-control-regex
const control = /[\u0000-\u0003]/;

function decodeBytes(escapes: string): string {
  try {
    return decodeURIComponent(escapes);
  } catch {
    throw refuse.syntax('The query string is not valid UTF-8', `unexpected ${escapes}`);
  }
}

/** Decodes a name or a value. A percent sign that begins no escape is literal. */
export function decodeQuery(text: string): string {
  const spaced = text.includes('+') ? text.replaceAll('+', ' ') : text;
  if (!spaced.includes('%')) return spaced;
  try {
    return decodeURIComponent(spaced);
  } catch {
    return spaced.replace(/(?:%[0-9a-fA-F]{2})+/g, decodeBytes);
  }
}

function lastWord(name: string): string {
  return name.slice(name.lastIndexOf('.') + 1);
}

/** Returns the kind of a parameter by its name. A `condition` is a filter or an argument. */
export function parameterKind(
  name: string,
): 'select' | 'columns' | 'on_conflict' | 'order' | 'limit' | 'offset' | 'logic' | 'condition' {
  if (name === 'select' || name === 'columns' || name === 'on_conflict') return name;
  const last = lastWord(name);
  if (last === 'order' || last === 'limit' || last === 'offset') return last;
  if (last === 'and' || last === 'or') return 'logic';
  return 'condition';
}

/** Returns the argument that a parameter of a call may name; null if a path is no argument. */
export function argumentName(name: string): string | null {
  const quoted = name.startsWith('"') ? scanQuoted(name, 0) : null;
  if (quoted?.end === name.length) return quoted.value;
  return name.includes('.') ? null : name;
}

/** Splits a query string. In a `call`, parameters without an operator are arguments. */
export function splitQuery(search: string, call: boolean): SplitQuery {
  if (search.length > maxLength) {
    throw refuse.syntax('The query string is too long', `at most ${maxLength} characters`);
  }
  const parameters: Parameter[] = [];
  const values: string[] = [];
  let shape = '';
  let isUnambiguous = true;
  for (const pair of search.split('&')) {
    const equals = pair.indexOf('=');
    if (equals < 0) continue;
    const name = decodeQuery(pair.slice(0, equals));
    const value = decodeQuery(pair.slice(equals + 1));
    let text = value;
    let slot: number | null = null;
    if (parameterKind(name) === 'condition') {
      const head = operatorHead.exec(value)?.[0];
      if (head !== undefined) text = head;
      else if (call && argumentName(name) !== null && !startsWithOperator(value)) text = '';
      if (head !== undefined || text === '') {
        slot = values.length;
        values.push(value.slice(text.length));
      }
    }
    isUnambiguous &&= !control.test(name) && !control.test(text);
    shape += `${name}\u0001${text}\u0002${slot === null ? '' : '\u0003'}`;
    parameters.push({ name, text, slot });
  }
  return { shape: isUnambiguous ? shape : null, parameters, values };
}
