import {
  compareOperators,
  searchFunctions,
  type CompareOperator,
  type Condition,
  type IsValue,
  type Literal,
  type SearchOperator,
} from './api-request.ts';
import type { TextReader } from './text-reader.ts';

const quantifiable: ReadonlySet<string> = new Set([
  'eq',
  'gt',
  'gte',
  'lt',
  'lte',
  'like',
  'ilike',
  'match',
  'imatch',
]);

function isCompareOperator(word: string): word is CompareOperator {
  return Object.hasOwn(compareOperators, word);
}

function isSearchOperator(word: string): word is SearchOperator {
  return Object.hasOwn(searchFunctions, word);
}

/** Whether the first word of a value is an operator: what tells a filter from an argument of a function. */
export function startsWithOperator(value: string): boolean {
  const word = /^[a-z]+/.exec(value)?.[0] ?? '';
  const next = value.charAt(word.length);
  if (next !== '.' && next !== '(') return false;
  if (word === 'not' || word === 'is' || word === 'in') return next === '.';
  if (isSearchOperator(word)) return true;
  return (
    isCompareOperator(word) && (next === '.' || /^\((any|all)\)\./.test(value.slice(word.length)))
  );
}

const isWords: Readonly<Record<string, IsValue>> = {
  null: 'null',
  not_null: 'not_null',
  true: 'true',
  false: 'false',
  unknown: 'unknown',
};

function readIs(reader: TextReader): Condition {
  const start = reader.at;
  const word = reader.match(/[a-zA-Z_]+/y)?.toLowerCase() ?? '';
  const value = Object.hasOwn(isWords, word) ? isWords[word] : undefined;
  if (value === undefined) {
    reader.at = start;
    reader.fail('isVal: (null, not_null, true, false, unknown)');
  }
  return { kind: 'is', value };
}

/**
 * Reads `op.value` with an optional `not.`. The operator is read here; `value` reads what follows it, since a
 * value ends elsewhere in a logic tree than in a parameter of its own.
 */
export function readCondition(
  reader: TextReader,
  value: () => Literal,
  list: () => Literal,
): { negated: boolean; condition: Condition } {
  const negated = reader.take('not.');
  const start = reader.at;
  if (reader.take('in.')) return { negated, condition: { kind: 'in', value: list() } };
  if (reader.take('is.')) return { negated, condition: readIs(reader) };
  const word = reader.match(/[a-z]+/y) ?? '';
  if (isSearchOperator(word)) {
    const language =
      reader
        .match(/\([\p{L}\p{N}_ $]+\)/uy)
        ?.slice(1, -1)
        .trim() ?? null;
    if (reader.take('.')) {
      return {
        negated,
        condition: { kind: 'search', operator: word, language, value: value() },
      };
    }
  } else if (isCompareOperator(word)) {
    const quantifier = quantifiable.has(word)
      ? reader.take('(any)')
        ? 'any'
        : reader.take('(all)')
          ? 'all'
          : null
      : null;
    if (reader.take('.')) {
      return {
        negated,
        condition: { kind: 'compare', operator: word, quantifier, value: value() },
      };
    }
  }
  const unknown = /^[^.]*(?=\.)/.exec(reader.text.slice(start))?.[0];
  if (unknown !== undefined && unknown !== '' && !isCompareOperator(unknown)) {
    throw reader.error(`unknown single value operator ${unknown}`);
  }
  reader.at = start;
  reader.fail(negated ? 'operator (eq, gt, ...)' : '"not" or operator (eq, gt, ...)');
}
