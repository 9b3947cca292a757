/**
 * Splits a query string into its shape and its values. The shape (names, operators, select, order, …) decides
 * the plan; the values are parameters of the statement. Requests with one shape share one plan, so this
 * is all the reading that a repeated request needs.
 */
import { refuse } from '#server/rest/rest-error.ts';
import { startsWithOperator } from './filter.ts';

export interface Parameter {
  readonly name: string;
  /** What stays in the shape: all of it, or the operator with its dot when `slot` is set. */
  readonly text: string;
  /** The index in `values` of what follows the operator. */
  readonly slot: number | null;
}

export interface SplitQuery {
  /** Equal for equal shapes; null when it cannot be told apart safely (control characters). */
  readonly shape: string | null;
  readonly parameters: readonly Parameter[];
  readonly values: readonly string[];
}

const longest = 32_768;

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

/** Decodes a name or a value; a percent sign that begins no escape stands for itself. */
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

/** Whether a parameter is a filter (or an argument), by its name. */
export function kindOfParameter(
  name: string,
): 'select' | 'columns' | 'on_conflict' | 'order' | 'limit' | 'offset' | 'logic' | 'condition' {
  if (name === 'select' || name === 'columns' || name === 'on_conflict') return name;
  const last = lastWord(name);
  if (last === 'order' || last === 'limit' || last === 'offset') return last;
  if (last === 'and' || last === 'or') return 'logic';
  return 'condition';
}

/** `call`: whether parameters without an operator are arguments of a function. */
export function splitQuery(search: string, call: boolean): SplitQuery {
  if (search.length > longest) {
    throw refuse.syntax('The query string is too long', `at most ${longest} characters`);
  }
  const parameters: Parameter[] = [];
  const values: string[] = [];
  let shape = '';
  let safe = true;
  for (const pair of search.split('&')) {
    const equals = pair.indexOf('=');
    if (equals < 0) continue;
    const name = decodeQuery(pair.slice(0, equals));
    const value = decodeQuery(pair.slice(equals + 1));
    let text = value;
    let slot: number | null = null;
    if (kindOfParameter(name) === 'condition') {
      const head = operatorHead.exec(value)?.[0];
      if (head !== undefined) text = head;
      else if (call && !name.includes('.') && !startsWithOperator(value)) text = '';
      if (head !== undefined || text === '') {
        slot = values.length;
        values.push(value.slice(text.length));
      }
    }
    safe &&= !control.test(name) && !control.test(text);
    shape += `${name}\u0001${text}\u0002${slot === null ? '' : '\u0003'}`;
    parameters.push({ name, text, slot });
  }
  return { shape: safe ? shape : null, parameters, values };
}
